/** Monotonic time in milliseconds, unrelated to the time of day. */
export type Clock = {
  now(): number
  wait(ms: number): Promise<void>
}

export type GoogleAccess = {
  clientId: string
  clientSecret: string
  /** Origin of the local stand-in; undefined for Google itself. */
  standIn?: string
  /** Milliseconds for one call and before the first retry; 9,000 and 500 by default. */
  pace?: { callMs: number; backoffMs: number }
  clock?: Clock
}
