import type { GoogleService } from '../connection/scopes.ts'

/** Set-up to continue after the return from Google; without a client, only the connection. */
export type Pending = { service: GoogleService; clientId?: string }

const key = 'google.pending'

/** Limited to this browser tab; survives the visit to Google. */
export function keepPending(pending: Pending): void {
  sessionStorage.setItem(key, JSON.stringify(pending))
}

export function readPending(): Pending | undefined {
  try {
    return (JSON.parse(sessionStorage.getItem(key) ?? 'null') as Pending | null) ?? undefined
  } catch {
    return undefined
  }
}

export function clearPending(): void {
  sessionStorage.removeItem(key)
}
