import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { keyOf, query } from '#web/api/query.ts'
import { browserStorage } from '#web/storage.ts'
import { savedReplies } from './contract.ts'
import { isReply, type ReplyText, starterReplies } from './reply-texts.ts'

/** The key under which browsers stored replies before the team shared them. */
const storageKey = 'chat-canned-replies'

function readOwn(): ReplyText[] {
  const stored = browserStorage.readJson(storageKey)
  return Array.isArray(stored) ? stored.filter(isReply) : starterReplies
}

const noReplies: readonly never[] = []

/** The team's replies, and those that may be shared with it: this browser's, or the starters. */
export function useSavedReplies() {
  const client = useQueryClient()
  const { data, isError, isFetching, refetch } = useQuery(query(savedReplies.list))
  const [own, setOwn] = useState(readOwn)
  const team = data ?? noReplies
  const isTaken = ({ shortcut }: ReplyText) => team.some((reply) => reply.shortcut === shortcut)
  // This browser has no saved replies yet.
  const isStarterSet = own === starterReplies
  const shareable =
    data === undefined || (isStarterSet && team.length > 0)
      ? []
      : own.filter((one) => !isTaken(one))
  return {
    data,
    isError,
    isFetching,
    refetch,
    shareable,
    /** All replies that a shortcut can find. */
    offered: [...team, ...shareable] as readonly ReplyText[],
    refresh: () => client.invalidateQueries({ queryKey: keyOf(savedReplies.list) }),
    /** Stores an empty list, so that neither this browser's replies nor the starters come back. */
    dismissOwn() {
      browserStorage.write(storageKey, '[]')
      setOwn([])
    },
  }
}
