/** What the main thread and the thread of the embedded database say to each other. */

export type WorkerOptions = { directory: string }

export type Statement =
  | { kind: 'query'; sql: string; params: unknown[]; rowMode?: 'array' | 'object'; raw: number[] }
  | { kind: 'exec'; sql: string }
  | { kind: 'copy'; to: string }
  | { kind: 'close' }

export type Request = Statement & { id: number }

/** The fields of a PostgreSQL error, named as node-postgres names them. */
export type ErrorFields = {
  message: string
  code?: string
  severity?: string
  detail?: string
  hint?: string
  position?: string
  where?: string
  schema?: string
  table?: string
  column?: string
  dataType?: string
  constraint?: string
  routine?: string
}

export type Reply =
  | { kind: 'ready' }
  | { kind: 'result'; id: number; result: unknown }
  | { kind: 'error'; id: number; error: ErrorFields }
  | { kind: 'fatal'; error: ErrorFields }
