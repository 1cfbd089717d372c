import type { OAuth2Client } from 'google-auth-library'
import { Failure } from '../../../contract/failure.ts'
import type { Dependencies } from '../../../server/context.ts'
import { accessOf, openClient } from './connection.server.ts'
import { type GrantRow, giveUpGrant, usableGrant } from './grants.server.ts'
import { GoogleProblem, problemOf, reconnectSentence } from './problems.server.ts'
import { accessToken, tokenInstead } from './refreshing.server.ts'
import { paceOf, persist, type RetryPolicy } from './retry-policy.server.ts'
import { type GoogleService, groupOf } from './scopes.ts'

export type GoogleSession = {
  grant: GrantRow
  options: {
    auth: OAuth2Client
    rootUrl?: string
    retry: false
    timeout: number
    redirect: 'error'
  }
  /**
   * Makes a call with retries.
   *
   * @param repeatable whether it may be repeated when its answer was lost.
   * @throws GoogleProblem, or Failure when the grant is gone.
   */
  ask<T>(call: () => Promise<{ data: T }>, repeatable: RetryPolicy['repeatable']): Promise<T>
}

async function unlessRefused<T>(call: () => Promise<T>): Promise<T | undefined> {
  try {
    return await call()
  } catch (error) {
    const problem = problemOf(error)
    if (problem instanceof GoogleProblem && problem.kind === 'unauthorized') return undefined
    throw problem
  }
}

/** @throws Failure `google_reconnect`, `google_not_configured` or `unavailable` */
export async function openSession(
  deps: Dependencies,
  service: GoogleService,
): Promise<GoogleSession> {
  const access = accessOf(deps)
  const group = groupOf[service]
  const grant = await usableGrant(deps, group)
  const auth = await openClient(deps)
  // A distant expiry keeps the library from refreshing by itself; all callers share one refresh.
  const use = (token: string) => {
    auth.setCredentials({ access_token: token, expiry_date: Date.now() + 86_400_000 })
    return token
  }
  let token = use(await accessToken(deps, group))

  const ask: GoogleSession['ask'] = (call, repeatable) =>
    persist(access, { circuit: service, repeatable }, async () => {
      const answer = await unlessRefused(call)
      if (answer) return answer.data
      token = use(await tokenInstead(deps, group, token))
      const second = await unlessRefused(call)
      if (second) return second.data
      await giveUpGrant(deps.db, grant, reconnectSentence)
      throw new Failure('google_reconnect', reconnectSentence)
    })
  const options = {
    auth,
    retry: false,
    timeout: paceOf(access).callMs,
    redirect: 'error',
    ...(access.standIn && { rootUrl: `${access.standIn}/` }),
  } as const
  return { grant, options, ask }
}
