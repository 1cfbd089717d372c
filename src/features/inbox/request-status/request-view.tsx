import type { ReactNode } from 'react'
import {
  data,
  type MetaDescriptor,
  type RouterContextProvider,
  redirect,
  useActionData,
} from 'react-router'
import { call } from '#contract/endpoint.ts'
import { type Failure, isFailure } from '#contract/failure.ts'
import {
  brieflyInFirmZone,
  dueBrieflyInFirmZone,
} from '#features/content/business-hours/firm-time.ts'
import { loaderHeaders, transportContext } from '#web/api/prefetch.ts'
import { firmOf } from '#web/firm.ts'
import { FormMessage } from '#web/ui/form-note.tsx'
import { requests } from './contract.ts'
import {
  type ActName,
  AddDetail,
  actNames,
  Endings,
  type Refused,
  RemindUs,
} from './request-acts.tsx'
import { NotShown, RequestFrame } from './request-frame.tsx'
import { type Request, Summary } from './request-progress.tsx'
import { RequestSheet } from './request-sheet.tsx'
import { FirmTimesContext } from './when.tsx'

export function meta({ matches }: { matches: Parameters<typeof firmOf>[0] }): MetaDescriptor[] {
  return [
    { title: `Your counterfoil | ${firmOf(matches).name}` },
    { name: 'robots', content: 'noindex, nofollow' },
  ]
}

export const headers = loaderHeaders

function statusOf({ status, retryAfter }: Failure) {
  const headers = new Headers(retryAfter ? { 'retry-after': String(retryAfter) } : undefined)
  return { status, headers }
}

/** All times of a request in words, by their ISO time. */
function formattedTimes(request: Request): Record<string, string> {
  const { receivedAt, dueAt, answeredAt, assignedAt, remindedAt, details } = request
  const added = details.map(({ createdAt }) => createdAt)
  const times = [receivedAt, answeredAt, assignedAt, remindedAt, ...added]
  return Object.fromEntries([
    ...times.flatMap((time) => (time ? [[time, brieflyInFirmZone(request, new Date(time))]] : [])),
    ...(dueAt ? [[dueAt, dueBrieflyInFirmZone(request, new Date(dueAt))]] : []),
  ])
}

type Asked = { params: { token: string }; context: Readonly<RouterContextProvider> }

/** Reads the data of the page and its status code. */
export async function readRequest({ params, context }: Asked) {
  try {
    const { token } = params
    const request = await call(context.get(transportContext), requests.show, { token })
    const words = formattedTimes(request)
    const submission = crypto.randomUUID()
    return data({ request, words, submission, failure: '' })
  } catch (error) {
    if (!isFailure(error)) throw error
    const failure = error.code === 'not_found' ? '' : error.message
    return data({ request: null, words: {}, submission: '', failure }, statusOf(error))
  }
}

const isAct = (name: string): name is ActName => actNames.some((act) => act === name)

/** The anchors at which the result of each act is shown. */
const anchors: Record<ActName, string> = {
  remind: 'content',
  details: 'details',
  withdraw: 'content',
  'not-me': 'endings-heading',
}

export async function action({
  params,
  request,
  context,
}: Asked & { request: globalThis.Request }) {
  const form = await request.formData()
  const field = (name: string) => String(form.get(name) ?? '').replaceAll('\r\n', '\n')
  const [name, text, { token }] = [field('action'), field('text'), params]
  if (!isAct(name)) {
    const message = 'This form is not complete. Please use one of the buttons below.'
    return data<Refused>({ action: undefined, message, text }, { status: 400 })
  }
  const transport = context.get(transportContext)
  const acts: Record<ActName, () => Promise<unknown>> = {
    remind: () => call(transport, requests.remind, { token }),
    details: () =>
      call(transport, requests.addDetail, { token, text }, { idempotencyKey: field('submission') }),
    withdraw: () => call(transport, requests.withdraw, { token }),
    'not-me': () => call(transport, requests.disown, { token }),
  }
  try {
    await acts[name]()
  } catch (error) {
    if (!isFailure(error)) throw error
    return data<Refused>({ action: name, message: error.message, text }, statusOf(error))
  }
  return redirect(`/requests/${token}#${anchors[name]}`, 303)
}

type Shown = Awaited<ReturnType<typeof readRequest>>['data']

/** The status page of a request; works fully without script. `children` are below what was sent. */
export function RequestView(props: Shown & { token: string; children: ReactNode }) {
  const refused = useActionData<Refused>()
  const { request, words, submission, failure, token, children } = props
  if (!request) return <NotShown failure={failure} />
  const acts = { request, token, refused }
  return (
    <FirmTimesContext value={{ timeZone: request.timeZone, words }}>
      <RequestFrame>
        <h1 className="h1-page">Your counterfoil</h1>
        <p className="lead request-lead measure">
          <Summary request={request} />
        </p>
        {refused && !refused.action && <FormMessage>{refused.message}</FormMessage>}
        <RemindUs {...acts} />
        <RequestSheet request={request} />
        {children}
        <div className="request-acts no-print">
          <AddDetail {...acts} submission={submission} />
          <Endings {...acts} />
        </div>
      </RequestFrame>
    </FirmTimesContext>
  )
}
