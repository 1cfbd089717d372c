import { Failure } from '#contract/failure.ts'
import type { Dependencies } from '#server/service/context.ts'
import { accessToken, replaceToken } from './access-token.server.ts'
import { accessOf, openClient } from './connection.server.ts'
import { type GrantRow, revokeGrant, usableGrant } from './grants.server.ts'
import { GoogleProblem, problemOf, reconnectSentence } from './problems.server.ts'
import { paceOf, type RetryPolicy, withRetries } from './retry-policy.server.ts'
import { type GoogleService, groupOf } from './scopes.ts'

type Options = {
  auth: Awaited<ReturnType<typeof openClient>>
  rootUrl?: string
  retry: false
  timeout: number
  redirect: 'error'
}

/** Google's client libraries, loaded on first use because they would delay the start. */
const libraries = {
  drive: async (options: Options) =>
    (await import('@googleapis/drive')).drive({ version: 'v3', ...options }),
  sheets: async (options: Options) =>
    (await import('@googleapis/sheets')).sheets({ version: 'v4', ...options }),
  calendar: async (options: Options) =>
    (await import('@googleapis/calendar')).calendar({ version: 'v3', ...options }),
  gmail: async (options: Options) =>
    (await import('@googleapis/gmail')).gmail({ version: 'v1', ...options }),
}
type Api<S extends GoogleService> = Awaited<ReturnType<(typeof libraries)[S]>>

/** @throws GoogleProblem, or Failure if the grant is gone. */
type Ask = <S extends GoogleService, T>(
  service: S,
  call: (api: Api<S>) => Promise<{ data: T }>,
) => Promise<T>

/** `ask` calls with retries. `askOnce` never repeats a call whose response was lost. */
export type GoogleSession = { grant: GrantRow; ask: Ask; askOnce: Ask }

async function unlessUnauthorized<T>(call: () => Promise<T>): Promise<T | undefined> {
  try {
    return await call()
  } catch (error) {
    const problem = problemOf(error)
    if (problem instanceof GoogleProblem && problem.kind === 'unauthorized') return undefined
    throw problem
  }
}

/** Overrides the usual limits. */
type Pace = Pick<RetryPolicy, 'circuit' | 'tries'> & { callMs: number }

/** @throws Failure `google_reconnect`, `google_not_configured` or `unavailable` */
export async function openSession(
  deps: Dependencies,
  service: GoogleService,
  pace?: Pace,
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
  const options: Options = {
    auth,
    retry: false,
    timeout: Math.min(paceOf(access).callMs, pace?.callMs ?? Number.POSITIVE_INFINITY),
    redirect: 'error',
    ...(access.standIn && { rootUrl: `${access.standIn}/` }),
  }
  const asker =
    (once: boolean): Ask =>
    async (library, call) => {
      const api = (await libraries[library](options)) as Api<typeof library>
      const { circuit = service, tries } = pace ?? {}
      return await withRetries(access, { circuit, tries, once }, async () => {
        const answer = await unlessUnauthorized(() => call(api))
        if (answer) return answer.data
        token = use(await replaceToken(deps, group, token))
        const second = await unlessUnauthorized(() => call(api))
        if (second) return second.data
        await revokeGrant(deps.db, grant, reconnectSentence)
        throw new Failure('google_reconnect', reconnectSentence)
      })
    }
  return { grant, ask: asker(false), askOnce: asker(true) }
}
