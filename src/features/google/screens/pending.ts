import type { GoogleService } from '../connection/scopes.ts'

/** What goes on once Google has led back; without a client only the connection was wanted. */
export type Pending = { service: GoogleService; clientId?: string }

const key = 'google.pending'

/** Kept for this browser tab only, and across the visit to Google. */
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
