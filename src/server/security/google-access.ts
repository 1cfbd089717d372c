/** Milliseconds. */
export type Clock = {
  now(): number
  wait(ms: number): Promise<void>
}

export type GoogleAccess = {
  clientId: string
  clientSecret: string
  standIn?: string
  /** Milliseconds for one call and before the first retry; 9,000 and 500 by default. */
  pace?: { callMs: number; backoffMs: number }
  clock?: Clock
}
