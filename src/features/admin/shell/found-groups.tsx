import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Command } from 'cmdk'
import { type ReactNode, useEffect, useState } from 'react'
import { pages } from '../../../web/api/pages.ts'
import { query } from '../../../web/api/query.ts'
import { shownKeys } from '../../../web/ui/shortcuts.ts'
import { useChats } from '../../chat/alerts/agent-console.tsx'
import { clients } from '../../clients/list/contract.ts'
import { consultations } from '../../leads/consultations/contract.ts'
import type { Destination } from './recent.ts'

export function Entry(props: {
  value: string
  keys?: string
  keywords?: string[]
  onSelect: () => void
  children: ReactNode
}) {
  return (
    <Command.Item
      value={props.value}
      {...(props.keywords && { keywords: props.keywords })}
      onSelect={props.onSelect}
      className="command-item"
    >
      <span className="min-w-0 truncate">{props.children}</span>
      {props.keys && (
        <span className="keys" aria-hidden="true">
          {shownKeys(props.keys).join(' ')}
        </span>
      )}
    </Command.Item>
  )
}

type Choose = { onChoose: (to: Destination) => void }

const shownClients = 6
const shownConsultations = 5

/** Clients and consultation requests that match the term, searched once typing pauses. */
export function FoundPeople({ term, onChoose }: Choose & { term: string }) {
  const search = useRested(term.trim())
  const asked = search !== ''
  const { data: found } = useQuery({
    ...query(clients.list, { search, limit: shownClients }),
    enabled: asked,
  })
  const { data: requests } = useInfiniteQuery({
    ...pages(consultations.list, { search, limit: shownConsultations }),
    enabled: asked,
  })
  if (!asked) return null
  // The server has matched these already; the menu must not filter them again.
  const group = (heading: string, lines: (Destination & { note: string })[]) =>
    lines.length > 0 && (
      <Command.Group heading={heading}>
        {lines.map(({ label, to, note }) => (
          <Entry
            key={to}
            value={to}
            keywords={[term, label]}
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
        (found?.clients ?? []).map(({ id, name, company }) => ({
          label: name,
          note: company ? `, ${company}` : '',
          to: `/admin/clients/${id}`,
        })),
      )}
      {group(
        'Consultations',
        (requests?.pages[0]?.items ?? []).map(({ id, name, company, createdAt }) => ({
          label: name,
          note: `${company ? `, ${company}` : ''} · ${dayOf(createdAt)}`,
          to: `/admin/consultations?open=${id}`,
        })),
      )}
    </>
  )
}

function dayOf(time: string): string {
  return new Date(time).toLocaleDateString(undefined, { dateStyle: 'medium' })
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
            {label}
            <span className="text-ink-2">{visitorInfo.company && `, ${visitorInfo.company}`}</span>
          </Entry>
        )
      })}
    </Command.Group>
  )
}

/** Value that has been unchanged for 250 ms. */
function useRested(value: string): string {
  const [rested, setRested] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), 250)
    return () => clearTimeout(timer)
  }, [value])
  return rested
}
