import type { Endpoint } from '../../contract/endpoint.ts'
import { ApiError } from './api-error.ts'
import { gate } from './browser.ts'

/** Resolves once the same person is signed in again; rejects with what the caller is to be told. */
type Renew = () => Promise<void>

let renew: Renew | undefined
let renewals = 0
const listeners = new Set<() => void>()

/** Runs `listener` after every renewal. @returns the end of that. */
export function afterRenewal(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Has every call that finds the session ended wait for `next`. @returns the end of that. */
export function renewWith(next: Renew): () => void {
  renew = next
  gate.pass = withSession
  return () => {
    if (renew === next) renew = undefined
  }
}

/** Sends a call, and once more when its session had ended and has been renewed. */
export async function withSession<T>(endpoint: Endpoint, send: () => Promise<T>): Promise<T> {
  const before = renewals
  try {
    return await send()
  } catch (error) {
    if (endpoint.access === 'public' || !renew || !isEnded(error)) throw error
    // An answer may come after the renewal that another call has asked for.
    if (before === renewals) {
      await renew()
      if (before === renewals) {
        renewals++
        for (const listener of listeners) listener()
      }
    }
    return await send()
  }
}

function isEnded(error: unknown): boolean {
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error
  return cause instanceof ApiError && cause.code === 'unauthenticated'
}
