import type { IncomingMessage } from 'node:http'
import type { FastifyBaseLogger } from 'fastify'
import type {
  Access,
  Contract,
  Endpoint,
  Offered,
  ParsedInput,
  Role,
} from '../contract/endpoint.ts'
import type { Config } from './config.ts'
import type { Database } from './database/open.ts'
import type { DiskSpace } from './files/disk-space.ts'
import type { Storage } from './files/storage.ts'
import type { FileResponse } from './http/file-response.ts'
import type { Limits } from './http/rate-limits.ts'
import type { RawJson } from './http/raw-json.ts'
import type { Jobs } from './jobs/job-queue.ts'
import type { PubSub } from './live/pub-sub.ts'
import type { Metrics } from './metrics/metrics.ts'
import type { Encryption } from './security/encryption.ts'
import type { GoogleAccess } from './security/google-access.ts'
import type { RevocationListener } from './security/revocation.ts'

/** Who is signed in, and by which of their sessions. */
export type SignedIn = { id: string; username: string; role: Role; sessionId: string }

/** What every service may use; opened once at start. */
export type Dependencies = {
  config: Config
  db: Database
  limits: Limits
  jobs: Jobs
  encryption: Encryption
  /** Tells all instances that something is worth a look. */
  pubSub: PubSub
  storage: Storage
  /** Whether what is written now can be kept. */
  diskSpace: DiskSpace
  /** What this process counts. */
  metrics: Metrics
  /** Undefined while no credentials are set. */
  google?: GoogleAccess | undefined
  /** Who wants to know when sessions end; `sessionsEnded` tells them. */
  revoked: Set<RevocationListener>
  /** Call after a commit that changes what public pages show. */
  contentChanged(): void
}

/** What is known of the caller besides the user. */
export type Requester = {
  address: string
  userAgent: string
  requestId: string
  idempotencyKey: string | undefined
  ifMatch?: string | undefined
  referer?: string
  /** What the self-check says it is; see `self-check-mark.ts`. */
  checkToken?: string
}

/** The session cookie of the answer; does nothing when a page is rendered. */
export type SessionCookie = {
  /** Token of the request, if it sent one. */
  sent: string | undefined
  set(token: string): void
  clear(): void
}

export type Context = Dependencies & {
  user: SignedIn | undefined
  requester: Requester
  cookie: SessionCookie
  log: FastifyBaseLogger
  /** The `updatedAt` that a change is based on; undefined where the caller names none. */
  basedOn?: Date | undefined
}

export type SignedInContext = Context & { user: SignedIn }

type ContextFor<A extends Access> = A extends 'public' ? Context : SignedInContext

type Kept<E extends Endpoint> = E extends { stream: 'download' }
  ? FileResponse
  : Offered<E> | RawJson

/** One function per endpoint of a contract; one that takes an upload is handed the unread request. */
export type Service<C extends Contract> = {
  [K in keyof C]: (
    context: ContextFor<C[K]['access']>,
    input: ParsedInput<C[K]>,
    ...upload: C[K] extends { stream: 'upload' } ? [IncomingMessage] : []
  ) => Promise<Kept<C[K]>>
}
