import { type Query, type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { InboxTopic } from '#contract/vocabulary.ts'
import { useAgentConsole, useChats } from '#features/chat/alerts/agent-console.tsx'
import { useFreshSettings } from '#web/api/fresh-settings.ts'

/** Contracts whose cached responses a change of the topic affects. */
const contracts: Record<InboxTopic, readonly string[]> = {
  // Leads are affected, because they show how long they have been waiting.
  inbox: ['inbox', 'chat', 'inquiries', 'consultations'],
  leads: ['inquiries', 'consultations', 'dashboard', 'charts'],
  mail: ['attention', 'incoming', 'mail', 'mailThreads'],
  notifications: ['notifications'],
  site: ['siteSettings', 'pages', 'checklist', 'siteTransfer'],
  agenda: ['agenda', 'callBriefs', 'timeline'],
  automations: ['automations', 'automationRuns', 'incidents', 'timeline'],
}

/** Refetches lists that have changed. Changes during a fetch are fetched afterwards. */
export function useLiveLists(): void {
  const { chat } = useAgentConsole()
  const client = useQueryClient()
  const readSettings = useFreshSettings()
  const isJoined = useChats((state) => state.isJoined)
  // On a reconnect, queries that failed while the server was away are retried.
  const wasJoined = useRef(false)
  useEffect(() => {
    if (!isJoined) return
    const isFailed = ({ state }: Query) => state.status === 'error'
    if (wasJoined.current) void client.refetchQueries({ type: 'active', predicate: isFailed })
    wasJoined.current = true
  }, [isJoined, client])
  useEffect(() => {
    const { changed } = chat
    let isReading = false
    async function read() {
      isReading = true
      while (changed.size > 0) {
        // Otherwise a choice would jump back to its stored value while it is being saved.
        await untilSaved(client)
        if (changed.has('site')) void readSettings()
        const names = new Set([...changed].flatMap((topic) => contracts[topic] ?? []))
        changed.clear()
        const concerned = {
          predicate: ({ queryKey }: { queryKey: readonly unknown[] }) =>
            names.has(String(queryKey[0]).split('.')[0] ?? ''),
        }
        // An initial fetch in progress may have started before the change.
        await client.cancelQueries(concerned)
        await client.invalidateQueries(concerned)
      }
      isReading = false
    }
    chat.onChanged = () => {
      if (!isReading) void read()
    }
    chat.onChanged()
    return () => {
      chat.onChanged = () => {}
    }
  }, [chat, client, readSettings])
}

async function untilSaved(client: QueryClient): Promise<void> {
  if (client.isMutating() === 0) return
  await new Promise<void>((resolve) => {
    const stop = client.getMutationCache().subscribe(() => {
      if (client.isMutating() > 0) return
      stop()
      resolve()
    })
  })
}
