/** How Google is reached. */
export type GoogleAccess = {
  clientId: string
  clientSecret: string
  /** Origin of the local stand-in; Google itself when absent. */
  standIn?: string
  /** Milliseconds: for one call, and before the first repeat. 10,000 and 500 unless said. */
  pace?: { callMs: number; backoffMs: number }
}
