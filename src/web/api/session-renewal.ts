import type { Endpoint } from '#contract/endpoint.ts'
import { createStore } from '../store.ts'
import { ApiError } from './api-error.ts'
import { gate } from './browser.ts'

/** Resolves when the same person has signed in again; rejects with the error for the caller. */
type Renew = () => Promise<void>

let renew: Renew | undefined
/** Number of renewals so far. */
const renewals = createStore(0)

export const afterRenewal = renewals.subscribe

/** Makes calls whose session has ended wait for `next`. @returns a function that undoes this. */
export function renewWith(next: Renew): () => void {
  renew = next
  gate.pass = withSession
  return () => {
    if (renew === next) renew = undefined
  }
}

export async function withSession<T>(endpoint: Endpoint, send: () => Promise<T>): Promise<T> {
  const before = renewals.get()
  try {
    return await send()
  } catch (error) {
    if (endpoint.access === 'public' || !renew || !isEnded(error)) throw error
    // The failure may arrive after a renewal started by another call.
    if (before === renewals.get()) {
      await renew()
      if (before === renewals.get()) renewals.set(before + 1)
    }
    return await send()
  }
}

function isEnded(error: unknown): boolean {
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error
  return cause instanceof ApiError && cause.code === 'unauthenticated'
}
