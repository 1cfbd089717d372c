import { connectionFault } from './failures.ts'

/**
 * Messages of database errors quote values, which are personal data. Only code and constraint
 * remain.
 */
export function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { type: typeof error }
  const cause = error.cause instanceof Error ? error.cause : undefined
  const database = 'query' in error || 'severity' in error || (cause && 'severity' in cause)
  const source = { ...error, ...cause } as Record<string, unknown>
  return {
    type: error.name,
    // The field is not called `code`, because the log removes fields of that name as authorization
    // codes.
    errorCode: source.code ?? (database ? connectionFault(error) : undefined),
    constraint: source.constraint,
    table: source.table,
    ...(database ? {} : { message: error.message }),
    stack: error.stack
      ?.split('\n')
      .filter((line) => /^\s+at /.test(line))
      .join('\n'),
  }
}
