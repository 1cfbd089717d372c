import {
  infiniteQueryOptions,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useMemo } from 'react'
import { call } from '#contract/endpoint.ts'
import { browser } from '#web/api/browser.ts'
import { keyOf, query } from '#web/api/query.ts'
import { refetchAlways } from '#web/api/refetch-always.ts'
import { type MailThread, mailThreads } from '../threads/contract.ts'

/** The subject of a conversation. A lead or chat has one thread, which its first mail creates. */
export type About =
  | { threadId: string }
  | { inquiryId: string }
  | { chatSessionId: string }
  | { clientId: string }
  | { projectId: string }

/** A name that is unique among subjects, used for drafts. */
export const nameOfAbout = (about: About): string =>
  `mail ${Object.entries(about).flat().join(' ')}`

/** The subject of a conversation that has no mail left. */
function beginningOf(thread: MailThread): About | undefined {
  const { inquiryId, chatSessionId, projectId, clientId } = thread
  if (inquiryId) return { inquiryId }
  if (chatSessionId) return { chatSessionId }
  if (projectId) return { projectId }
  return clientId ? { clientId } : undefined
}

const messages = (id: string) =>
  infiniteQueryOptions({
    queryKey: keyOf(mailThreads.show, { id, pages: true }),
    queryFn: ({ pageParam: after, signal }) =>
      call(browser, mailThreads.show, { id, ...(after !== null && { after }) }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  })

/** Loads a thread. Clients and projects have several threads, so none is loaded for them. */
export function useThread(about: About | undefined) {
  const named = about && 'threadId' in about ? about.threadId : undefined
  const isOne = about !== undefined && ('inquiryId' in about || 'chatSessionId' in about)
  const found = useQuery({
    ...query(mailThreads.list, { ...(isOne && about), limit: 1 }),
    ...refetchAlways,
    enabled: isOne,
  })
  const id = named ?? found.data?.items[0]?.id
  const loaded = useInfiniteQuery({
    ...messages(id ?? ''),
    ...refetchAlways,
    enabled: id !== undefined,
  })
  const { data } = loaded
  const all = useMemo(() => data?.pages.toReversed().flatMap(({ messages }) => messages), [data])
  const failing = found.isError ? found : loaded
  return {
    id,
    thread: data?.pages[0]?.thread,
    messages: all,
    /** The id of the newest message on screen. */
    seenId: data?.pages[0]?.messages.at(-1)?.id ?? null,
    /** Whether the thread, if any, is loaded. */
    isReady: about !== undefined && (id ? data !== undefined : !isOne || found.data !== undefined),
    isError: failing.isError && !data,
    error: failing.error,
    isFetching: failing.isFetching,
    refetch: () => failing.refetch(),
    hasEarlier: loaded.hasNextPage,
    isLoadingEarlier: loaded.isFetchingNextPage,
    loadEarlier: () => loaded.fetchNextPage(),
  }
}

export type ThreadState = ReturnType<typeof useThread>

/**
 * The subject with which to begin again after the only mail of a conversation was canceled, because
 * no list contains its thread any more.
 */
export function aboutOfEmptiedThread({
  thread,
  messages,
  hasEarlier,
}: ThreadState): About | undefined {
  return thread && messages?.length === 0 && !hasEarlier ? beginningOf(thread) : undefined
}

/**
 * The draft that receives the text of a canceled mail. For the only mail of a thread, that is the
 * draft in which it was begun.
 */
export function draftNameOf(
  about: About,
  { thread, messages = [], hasEarlier }: Pick<ThreadState, 'thread' | 'messages' | 'hasEarlier'>,
): string {
  const isOnly = messages.length === 1 && !hasEarlier
  return nameOfAbout((isOnly && thread && beginningOf(thread)) || about)
}

/** Refetches what a sent, canceled or received mail changes. */
export function useRefreshMail() {
  const client = useQueryClient()
  const changed = new Set(['mailThreads', 'inbox'])
  return () =>
    client.invalidateQueries({
      predicate: ({ queryKey }) => changed.has(String(queryKey[0]).split('.')[0] ?? ''),
    })
}
