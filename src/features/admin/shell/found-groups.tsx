import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Command } from 'cmdk'
import type { ComponentProps } from 'react'
import { useChats } from '#features/chat/alerts/agent-console.tsx'
import { clients } from '#features/clients/contract.ts'
import { consultations } from '#features/leads/consultation-form/contract.ts'
import { pages } from '#web/api/pages.ts'
import { query } from '#web/api/query.ts'
import { shownKeys } from '#web/ui/shortcuts.ts'
import { useSearchTerm } from '#web/ui/use-search-term.ts'
import type { Destination } from './navigation.ts'

/** `value` identifies the entry; it and the keywords are searched. */
export function Entry({
  keys,
  children,
  ...item
}: ComponentProps<typeof Command.Item> & { value: string; keys?: string | undefined }) {
  return (
    <Command.Item {...item} className="command-item">
      <span dir="auto" className="min-w-0 truncate">
        {children}
      </span>
      {keys && (
        <span className="keys" aria-hidden="true">
          {shownKeys(keys).join(' ')}
        </span>
      )}
    </Command.Item>
  )
}

type Choose = { onChoose: (to: Destination) => void }

const shownClients = 6
const shownConsultations = 5

/** Clients and consultation requests that match what is typed, searched once typing pauses. */
export function FoundPeople({ typed, onChoose }: Choose & { typed: string }) {
  const search = useSearchTerm(typed)
  const enabled = search !== ''
  const found = useQuery({ ...query(clients.list, { search, limit: shownClients }), enabled })
  const requests = useInfiniteQuery({
    ...pages(consultations.list, { search, limit: shownConsultations }),
    enabled,
  })
  if (!enabled) return null
  // The server has matched these already; the menu must not filter them again.
  const group = (heading: string, lines: (Destination & { note: string })[]) =>
    lines.length > 0 && (
      <Command.Group heading={heading}>
        {lines.map(({ label, to, note }) => (
          <Entry
            key={to}
            value={to}
            keywords={[search, label]}
            onSelect={() => onChoose({ label, to })}
          >
            {label}
            <span className="text-ink-2">{note}</span>
          </Entry>
        ))}
      </Command.Group>
    )
  return (
    <>
      {group(
        'Clients',
        (found.data?.clients ?? []).map(({ id, name, company }) => ({
          label: name,
          note: company ? `, ${company}` : '',
          to: `/admin/clients/${id}`,
        })),
      )}
      {group(
        'Consultations',
        (requests.data?.pages[0]?.items ?? []).map(({ id, name, company, createdAt }) => ({
          label: name,
          note: `${company ? `, ${company}` : ''} · ${new Date(createdAt).toLocaleDateString(undefined, { dateStyle: 'medium' })}`,
          to: `/admin/consultations?open=${id}`,
        })),
      )}
    </>
  )
}

export function WaitingChats({ onChoose }: Choose) {
  const sessions = useChats((state) => state.sessions)
  const waiting = sessions
    .filter(({ status }) => status === 'waiting')
    .toSorted((one, other) => one.startedAt.localeCompare(other.startedAt))
  if (waiting.length === 0) return null
  return (
    <Command.Group heading="Chats waiting">
      {waiting.map(({ id, visitorName, visitorInfo }) => {
        const label = visitorName || visitorInfo.name || 'Anonymous'
        const to = `/admin/chat?session=${id}`
        return (
          <Entry
            key={id}
            value={to}
            keywords={['chat', label, visitorInfo.company ?? '']}
            onSelect={() => onChoose({ label: `Chat with ${label}`, to })}
          >
            <bdi>{label}</bdi>
            <span className="text-ink-2">{visitorInfo.company && `, ${visitorInfo.company}`}</span>
          </Entry>
        )
      })}
    </Command.Group>
  )
}
