import type { OAuth2Client } from 'google-auth-library'
import type { Tools } from '../../server/context.ts'
import { accessOf, openClient, paceOf } from './connection.server.ts'
import {
  accessToken,
  type GrantRow,
  giveUpGrant,
  tokenInstead,
  usableGrant,
} from './grants.server.ts'
import { GoogleProblem, problemOf, reconnectSentence } from './problems.server.ts'
import type { ScopeGroup } from './scopes.ts'

/** Calls at Google in the name of one grant. */
export type GoogleSession = {
  grant: GrantRow
  /** Options for Google's own clients. */
  options: {
    auth: OAuth2Client
    rootUrl?: string
    retry: false
    timeout: number
    redirect: 'error'
  }
  /**
   * Makes a call and repeats it within reason: four tries, 20 seconds.
   *
   * @param repeatable whether it may be made again when its answer was lost.
   * @throws GoogleProblem, or Failure when the grant is gone.
   */
  ask<T>(call: () => Promise<{ data: T }>, repeatable: 'repeatable' | 'once'): Promise<T>
}

const mostTries = 4
const longestMs = 20_000

/** @throws Failure `google_reconnect` or `google_not_configured` */
export async function openSession(tools: Tools, group: ScopeGroup): Promise<GoogleSession> {
  const access = accessOf(tools)
  const { callMs, backoffMs } = paceOf(access)
  const grant = await usableGrant(tools, group)
  const auth = openClient(tools)
  // Without an end in sight the library would refresh by itself; here one refresh serves all.
  const use = (token: string) => {
    auth.setCredentials({ access_token: token, expiry_date: Date.now() + 86_400_000 })
    return token
  }
  let token = use(await accessToken(tools, group))

  const ask: GoogleSession['ask'] = async (call, repeatable) => {
    const startedAt = Date.now()
    let renewed = false
    for (let attempt = 1; ; attempt++) {
      try {
        return (await call()).data
      } catch (error) {
        const problem = problemOf(error)
        if (!(problem instanceof GoogleProblem)) throw problem
        const { kind, retryAfter } = problem
        if (kind === 'unauthorized') {
          if (renewed) return await giveUpGrant(tools.db, grant.id, reconnectSentence)
          renewed = true
          token = use(await tokenInstead(tools, group, token))
          continue
        }
        const again =
          kind === 'rate_limited' || (kind === 'unavailable' && repeatable === 'repeatable')
        const wait = retryAfter
          ? retryAfter * 1000
          : backoffMs * 2 ** (attempt - 1) * (0.5 + Math.random())
        const isLate = Date.now() - startedAt + wait > longestMs
        if (!again || attempt >= mostTries || isLate) throw problem
        await new Promise((resolve) => setTimeout(resolve, wait))
      }
    }
  }
  const rootUrl = access.standIn && { rootUrl: `${access.standIn}/` }
  const options = { auth, retry: false, timeout: callMs, redirect: 'error', ...rootUrl } as const
  return { grant, options, ask }
}
