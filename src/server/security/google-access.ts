/** Times are in milliseconds. */
export type Clock = {
  now(): number
  wait(ms: number): Promise<void>
}

export type GoogleAccess = {
  clientId: string
  clientSecret: string
  standIn?: string
  /** Time limit of a call and pause before the first retry; 9,000 and 500 ms by default. */
  pace?: { callMs: number; backoffMs: number }
  clock?: Clock
}
