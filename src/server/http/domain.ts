import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import type { Job, JobDependencies } from '../jobs/jobs.ts'
import type { MailHandlers } from '../mail/send-mail.ts'
import type { EncryptedColumn } from '../security/re-encryption.ts'
import type { Dependencies } from '../service/context.ts'
import type { RouteHandler } from './dispatch.ts'

/** Work that waits in a table of its own and not in the job queue. */
type Loop = {
  name: 'mail_intake' | 'notification_sender'
  isNeeded(config: Config): boolean
  /** Does what is due. @returns false if nothing was due. */
  step(deps: JobDependencies): Promise<boolean>
}

/** The routes, jobs and columns that a domain offers to the register. */
export type Domain = {
  routes?: readonly RouteHandler[]
  jobs?: readonly Job[]
  loops?: readonly Loop[]
  encryptedColumns?: readonly EncryptedColumn[]
  mailHandlers?: MailHandlers
  /** Adds routes that are in no contract. */
  addRoutes?(app: FastifyInstance, deps: Dependencies): void
}
