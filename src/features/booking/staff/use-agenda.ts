import { keepPreviousData, type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { Output } from '#contract/endpoint.ts'
import { usePages } from '#web/api/pages.ts'
import { keyOf, query } from '#web/api/query.ts'
import { useMutation } from '#web/api/use-mutation.ts'
import { showFailure, showSuccess } from '#web/ui/outcome.ts'
import { agenda, type Call } from '../agenda/contract.ts'

export type Who = 'me' | 'all'

type Listed = Output<typeof agenda.list>

const maxWaiting = 100
/** The number of days by which 'Earlier' goes back. */
const earlierDays = 14

function midnight(before = 0): Date {
  const at = new Date()
  at.setHours(0, 0, 0, 0)
  at.setDate(at.getDate() - before)
  return at
}

/** Calls from today on, and those that await a decision. */
export function useAgenda(host: Who) {
  const [daysBefore, setDaysBefore] = useState(0)
  const from = useMemo(() => midnight(daysBefore).toISOString(), [daysBefore])
  const state = usePages(agenda.list, { host, from }, { parameter: null })
  const wait = { host, limit: maxWaiting } as const
  const pending = useQuery({
    ...query(agenda.list, { ...wait, waiting: 'pending' }),
    placeholderData: keepPreviousData,
  })
  const outcome = useQuery({
    ...query(agenda.list, { ...wait, waiting: 'outcome' }),
    placeholderData: keepPreviousData,
  })
  return {
    ...state,
    isError: state.isError && !state.data,
    refetch: () => Promise.all([state, pending, outcome].map((one) => one.refetch())),
    pending: pending.data?.items ?? [],
    outcome: outcome.data?.items ?? [],
    /** Whether the bands above the days are loaded, so that the days do not move. */
    isReady: !pending.isLoading && !outcome.isLoading,
    showEarlier: () => setDaysBefore(daysBefore + earlierDays),
  }
}

export const refreshAgenda = (client: QueryClient) =>
  client.invalidateQueries({
    predicate: ({ queryKey }) => /^(agenda|callBriefs|timeline)\./.test(String(queryKey[0])),
  })

/** The current state of the call if a list has it, because a dialog may hold an older one. */
export function latest(client: QueryClient, call: Call): Call {
  const lists = client.getQueriesData<Listed>({ queryKey: keyOf(agenda.list) })
  const all = lists.flatMap(([, page]) => page?.items ?? []).filter(({ id }) => id === call.id)
  return all.reduce((a, b) => (b.sequence > a.sequence ? b : a), call)
}

type Act = { send: () => Promise<Call>; message: string }

/** Performs an act on a call. The lists are fetched again even if it is refused. */
export function useCallAct(failed: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ send }: Act) => send(),
    async onSuccess(_, { message }) {
      await refreshAgenda(client)
      showSuccess(message)
    },
    onError(error) {
      void refreshAgenda(client)
      showFailure(error, failed)
    },
  })
}
