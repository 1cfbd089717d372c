import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { keyOf, query } from '#web/api/query.ts'
import { browserStorage } from '#web/storage.ts'
import { savedReplies } from './contract.ts'
import { firstReplies, isReply, type ReplyText } from './reply-texts.ts'

/** Replies that this browser stored before the team shared them. */
const storageKey = 'chat-canned-replies'

function readOwn(): ReplyText[] {
  const stored = browserStorage.readJson(storageKey)
  return Array.isArray(stored) ? stored.filter(isReply) : firstReplies
}

const noReplies: readonly never[] = []

/** The team's replies, and those that may be shared with it. */
export function useSavedReplies() {
  const client = useQueryClient()
  const { data, isError, isFetching, refetch } = useQuery(query(savedReplies.list))
  const [own, setOwn] = useState(readOwn)
  const team = data ?? noReplies
  const isTaken = ({ shortcut }: ReplyText) => team.some((reply) => reply.shortcut === shortcut)
  const isFirst = own === firstReplies
  const shareable =
    data === undefined || (isFirst && team.length > 0) ? [] : own.filter((one) => !isTaken(one))
  return {
    data,
    isError,
    isFetching,
    refetch,
    shareable,
    /** All that a shortcut finds. */
    offered: [...team, ...shareable] as readonly ReplyText[],
    refresh: () => client.invalidateQueries({ queryKey: keyOf(savedReplies.list) }),
    /** They are shared, or never will be. */
    forgetOwn() {
      browserStorage.write(storageKey, '[]')
      setOwn([])
    },
  }
}
