/** Time as patience needs it, in milliseconds; it has nothing to do with the time of day. */
export type Clock = {
  now(): number
  wait(ms: number): Promise<void>
}

/** How Google is reached. */
export type GoogleAccess = {
  clientId: string
  clientSecret: string
  /** Origin of the local stand-in; Google itself when absent. */
  standIn?: string
  /** Milliseconds: for one call, and before the first repeat. 9,000 and 500 unless said. */
  pace?: { callMs: number; backoffMs: number }
  /** The machine's own unless said. */
  clock?: Clock
}
