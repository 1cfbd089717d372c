import type { IncomingMessage } from 'node:http'
import type { FastifyBaseLogger } from 'fastify'
import type { Access, Contract, Endpoint, Offered, ParsedInput, Role } from '#contract/endpoint.ts'
import type { Config } from '../config.ts'
import type { LiveContent } from '../content/live-content.ts'
import type { Database } from '../database/open.ts'
import type { DiskSpace } from '../files/disk-space.ts'
import type { FileResponse } from '../files/file-response.ts'
import type { Storage } from '../files/storage.ts'
import type { Metrics } from '../metrics/metrics.ts'
import type { PubSub } from '../pub-sub/pub-sub.ts'
import type { Encryption } from '../security/encryption.ts'
import type { GoogleAccess } from '../security/google-access.ts'
import type { RevocationListener } from '../security/revocation.ts'
import type { Jobs } from './job-queue.ts'
import type { Limits } from './rate-limits.ts'
import type { RawJson } from './raw-json.ts'

export type SignedIn = {
  id: string
  username: string
  displayName: string | null
  role: Role
  sessionId: string
}

export type Dependencies = {
  config: Config
  db: Database
  limits: Limits
  jobs: Jobs
  encryption: Encryption
  pubSub: PubSub
  storage: Storage
  diskSpace: DiskSpace
  metrics: Metrics
  /** Undefined when no credentials are configured. */
  google?: GoogleAccess | undefined
  /** Listeners that `sessionsEnded` calls. */
  revoked: Set<RevocationListener>
  /** The public content, which is held in memory. */
  content: LiveContent
  /** Call this after a commit that changes what public pages show. */
  contentChanged(): void
}

type Requester = {
  address: string
  userAgent: string
  requestId: string
  idempotencyKey: string | undefined
  ifMatch?: string | undefined
  referer?: string
}

/** The session cookie of the response. It is ignored when a page is rendered. */
export type SessionCookie = {
  sent: string | undefined
  set(token: string): void
  clear(): void
}

export type Context = Dependencies & {
  user: SignedIn | undefined
  requester: Requester
  cookie: SessionCookie
  log: FastifyBaseLogger
  /** The value of `If-Match`: the `updatedAt` that a change is based on. */
  basedOn?: Date | undefined
}

export type SignedInContext = Context & { user: SignedIn }

type ContextFor<A extends Access> = A extends 'public' ? Context : SignedInContext

type Answer<E extends Endpoint> = E extends { stream: 'download' }
  ? FileResponse
  : Offered<E> | RawJson

/** Uploads get the request before its body is read. */
export type Service<C extends Contract> = {
  [K in keyof C]: (
    context: ContextFor<C[K]['access']>,
    input: ParsedInput<C[K]>,
    ...upload: C[K] extends { stream: 'upload' } ? [IncomingMessage] : []
  ) => Promise<Answer<C[K]>>
}
