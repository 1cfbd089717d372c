import { useMutation } from '../api/use-mutation.ts'
import { showFailure, showSuccess } from '../ui/outcome.ts'
import { recordUndo } from '../ui/recent-undos.ts'
import { counted } from '../ui/words.ts'

type Answer<S> = {
  before: { id: string; status: S }[]
  missing: number
  conflicting: number
}

/** Sets the status of many records in one request. Its undo is a single request, too. */
export function useStatusChanges<S extends string>(options: {
  nouns: { one: string; many: string }
  send: (changes: { id: string; status: S; from?: S }[]) => Promise<Answer<S>>
  refresh: () => Promise<unknown>
}) {
  const { nouns, send, refresh } = options
  function describe(verb: string, { before, missing, conflicting }: Answer<S>): string {
    const are = (count: number) => (count === 1 ? 'is' : 'are')
    if (before.length + missing + conflicting === 0) return 'There was nothing to change.'
    return [
      `${counted(before.length, nouns.one, nouns.many)} ${are(before.length)} ${verb}.`,
      conflicting > 0 &&
        `${conflicting.toLocaleString()} changed meanwhile and ${are(conflicting)} left alone.`,
      missing > 0 && `${missing.toLocaleString()} ${are(missing)} gone.`,
    ]
      .filter(Boolean)
      .join(' ')
  }
  /**
   * The change of a single row is visible in place. Several rows may be on other pages, so a toast
   * reports them.
   */
  const isVisible = ({ before, missing, conflicting }: Answer<S>) =>
    before.length === 1 && missing + conflicting === 0
  const shared = {
    onSettled: refresh,
    onError: (error: unknown) => showFailure(error, 'Failed to update status'),
  }
  const undo = useMutation({
    ...shared,
    mutationFn: send,
    onSuccess: (answer) => {
      if (!isVisible(answer)) showSuccess(describe('as before', answer))
    },
  })
  const change = useMutation({
    ...shared,
    mutationFn: ({ ids, status }: { ids: readonly string[]; status: S }) =>
      send(ids.map((id) => ({ id, status }))),
    onSuccess(answer, { status }) {
      const run = () => undo.mutate(answer.before.map((each) => ({ ...each, from: status })))
      const altText = 'Choose the former status of each'
      const text = describe(`now ${status}`, answer)
      if (isVisible(answer)) recordUndo(text, run)
      else showSuccess(text, answer.before.length > 0 ? { altText, run } : undefined)
    },
  })
  return change
}

export type StatusChange<S extends string> = ReturnType<typeof useStatusChanges<S>>
