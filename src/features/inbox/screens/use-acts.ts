import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { call, type Input } from '#contract/endpoint.ts'
import { browser } from '#web/api/browser.ts'
import { useMutation } from '#web/api/use-mutation.ts'
import { showFailure, showSuccess } from '#web/ui/outcome.ts'
import { recordUndo } from '#web/ui/recent-undos.ts'
import { type InboxItem, inbox } from '../deadlines/contract.ts'
import { momentWords } from './due-words.ts'
import { howWords } from './event-words.ts'
import { nameOf } from './item-labels.tsx'
import { putItem, refreshInbox, stopInbox } from './use-inbox.ts'

export type Person = { id: string; name: string }
export type StatedReply = Omit<Input<typeof inbox.stateReply>, 'id'>
export type Waiver = Omit<Input<typeof inbox.waive>, 'id'>

type Act = {
  item: InboxItem
  send: () => Promise<InboxItem>
  /** Changes shown before the response. If absent, nothing changes until then. */
  guess?: Partial<InboxItem>
  message: string
  failed: string
  undo?: { altText: string; run: () => void }
  /** Nothing remains to do for the item, so the next one is shown. */
  isLeft?: boolean
}

/** Acts of staff on inbox items. Requests are sequential, and a running one is not repeated. */
export function useActs(me: Person, onLeft: (item: InboxItem) => void) {
  const client = useQueryClient()
  const underWay = useRef(new Set<string>())
  const latest = useRef(onLeft)
  latest.current = onLeft
  const { mutateAsync } = useMutation({
    scope: { id: 'inbox' },
    mutationFn: ({ send }: Act) => send(),
    onMutate: async ({ item, guess }) => {
      if (!guess) return undefined
      await stopInbox(client)
      return putItem(client, { ...item, ...guess }, me.id)
    },
    onSuccess: (after, { item, message, undo, isLeft, guess }) => {
      if (isLeft && !guess) latest.current(item)
      putItem(client, after, me.id)
      // An optimistic change is already visible where the user made it.
      if (isLeft || !guess) showSuccess(message, undo)
      else if (undo) recordUndo(`${message}: ${nameOf(item)}`, undo.run)
    },
    onError: (error, { failed }, putBack) => {
      putBack?.()
      showFailure(error, failed)
    },
    onSettled: (_, __, { item, failed }) => {
      underWay.current.delete(`${failed} ${item.id}`)
      void refreshInbox(client)
    },
  })

  async function run(act: Act): Promise<void> {
    const key = `${act.failed} ${act.item.id}`
    if (underWay.current.has(key)) return
    underWay.current.add(key)
    if (act.isLeft && act.guess) latest.current(act.item)
    await mutateAsync(act)
  }
  /** A toast has already shown the error. */
  const start = (act: Act) => void run(act).catch(() => {})

  function assign(item: InboxItem, assignee: Person | null, undoes = false): void {
    const { id, assignee: before } = item
    start({
      item,
      send: () => call(browser, inbox.assign, { id, assigneeId: assignee?.id ?? null }),
      guess: { assignee },
      message: assignee ? `Assigned to ${assignee.name}` : 'Unassigned',
      failed: 'Failed to assign this',
      ...(!undoes && {
        undo: {
          altText: `Assign ${nameOf(item)} again`,
          run: () => assign({ ...item, assignee }, before, true),
        },
      }),
    })
  }

  function reopen(item: InboxItem, message = 'Waiting for a reply again'): void {
    start({
      item,
      send: () => call(browser, inbox.reopen, { id: item.id }),
      message,
      failed: 'Failed to take this back',
    })
  }

  function unsnooze(item: InboxItem): void {
    start({
      item,
      send: () => call(browser, inbox.unsnooze, { id: item.id }),
      guess: { snoozedUntil: null },
      message: 'Snooze ended',
      failed: 'Failed to end the snooze',
    })
  }

  const takeBack = (item: InboxItem) => ({
    altText: `Reopen ${nameOf(item)}`,
    run: () => reopen(item),
  })
  return {
    assign,
    reopen,
    unsnooze,
    take: (item: InboxItem) =>
      start({
        item,
        send: () => call(browser, inbox.take, { id: item.id }),
        ...(!item.assignee && { guess: { assignee: me } }),
        message: 'Taken',
        failed: 'Failed to take this',
        undo: {
          altText: `Assign ${nameOf(item)} to nobody`,
          run: () => assign({ ...item, assignee: me }, null, true),
        },
      }),
    snooze: (item: InboxItem, until: Date) =>
      start({
        item,
        send: () => call(browser, inbox.snooze, { id: item.id, until: until.toISOString() }),
        guess: { snoozedUntil: until.toISOString() },
        message: `Snoozed until ${momentWords(until, Date.now())}`,
        failed: 'Failed to snooze this',
        undo: {
          altText: `End the snooze of ${nameOf(item)}`,
          run: () => unsnooze({ ...item, snoozedUntil: until.toISOString() }),
        },
        isLeft: true,
      }),
    /** Rejects if refused, so that the dialog stays open. */
    stateReply: (item: InboxItem, reply: StatedReply) =>
      run({
        item,
        send: () => call(browser, inbox.stateReply, { id: item.id, ...reply }),
        message: `Answered ${howWords[reply.how]}`,
        failed: 'Failed to record the reply',
        undo: takeBack(item),
        isLeft: true,
      }),
    waive: (item: InboxItem, waiver: Waiver) =>
      run({
        item,
        send: () => call(browser, inbox.waive, { id: item.id, ...waiver }),
        message: 'No reply needed',
        failed: 'Failed to close this',
        undo: takeBack(item),
        isLeft: true,
      }),
  }
}

export type Acts = ReturnType<typeof useActs>
