import { useQuery } from '@tanstack/react-query'
import { Command } from 'cmdk'
import type { ComponentProps } from 'react'
import { useChats } from '#features/chat/alerts/agent-console.tsx'
import { isRunning } from '#features/chat/console/session-words.ts'
import { chat } from '#features/chat/protocol/contract.ts'
import type { ChatSession } from '#features/chat/protocol/protocol.ts'
import { clients } from '#features/clients/contract.ts'
import { projects } from '#features/clients/projects/contract.ts'
import { inquiries } from '#features/leads/contract.ts'
import { kindOf } from '#features/leads/lead.ts'
import { onePage } from '#web/api/pages.ts'
import { query } from '#web/api/query.ts'
import { shownKeys } from '#web/ui/shortcuts.ts'
import { useSearchTerm } from '#web/ui/use-search-term.ts'
import type { Destination } from './navigation.ts'

/** `value` identifies the entry. It is searched, and so are the keywords. */
export function Entry({
  keys,
  kind,
  children,
  ...item
}: ComponentProps<typeof Command.Item> & {
  value: string
  keys?: string | undefined
  /** For a record this includes its status. */
  kind?: string
}) {
  return (
    <Command.Item {...item} className="command-item">
      <span dir="auto" className="min-w-0 truncate">
        {children}
      </span>
      {kind && <span className="small flex-none text-ink-2">{kind}</span>}
      {keys && (
        <span className="keys command-keys" aria-hidden="true">
          {shownKeys(keys).join(' ')}
        </span>
      )}
    </Command.Item>
  )
}

type Choose = { onChoose: (to: Destination) => void }
type Line = Destination & {
  id: string
  more?: string | null | undefined
  kind: string
  status?: string
}

const shown = 5

function Lines({
  heading,
  lines,
  search,
  onChoose,
}: Choose & {
  heading: string
  lines: readonly Line[]
  /** What the server has matched already. As a keyword it keeps the menu from filtering again. */
  search: string
}) {
  if (lines.length === 0) return null
  return (
    <Command.Group heading={heading}>
      {lines.map(({ id, label, to, more, kind, status }) => (
        <Entry
          key={id}
          value={id}
          keywords={[search, label, more ?? '']}
          kind={status ? `${kind} · ${status}` : kind}
          onSelect={() => onChoose({ label, to })}
        >
          <bdi>{label}</bdi>
          {more && <span className="text-ink-2">, {more}</span>}
        </Entry>
      ))}
    </Command.Group>
  )
}

/** The records that match what is typed, searched once typing pauses. */
export function FoundRecords({ typed, onChoose }: Choose & { typed: string }) {
  const search = useSearchTerm(typed)
  const enabled = search !== ''
  const found = useQuery({ ...query(clients.list, { search, limit: shown }), enabled })
  const leads = useQuery({ ...onePage(inquiries.list, { search, limit: shown }), enabled })
  const work = useQuery({ ...query(projects.search, { search }), enabled })
  const closed = useQuery({ ...onePage(chat.list, { search, limit: shown }), enabled })
  if (!enabled) return null
  const groups: Record<string, readonly Line[]> = {
    Clients: (found.data?.clients ?? []).map(({ id, name, company, status }) => ({
      id,
      label: name,
      more: company,
      kind: 'Client',
      status,
      to: `/admin/clients/${id}`,
    })),
    Requests: (leads.data?.items ?? []).map((lead) => {
      const kind = kindOf(lead)
      const list = kind === 'Consultation' ? '/admin/consultations?' : '/admin?tab=inquiries&'
      return {
        id: lead.id,
        label: lead.name,
        more: lead.company,
        kind,
        status: lead.status,
        to: `${list}open=${lead.id}`,
      }
    }),
    'Projects and notes': (work.data ?? []).map((project, index) => ({
      id: `${project.id} ${index}`,
      label: project.title,
      more: project.note ?? project.client,
      kind: project.note === null ? 'Project' : 'Note',
      status: project.status.replace('_', ' '),
      to: `/admin/clients/${project.clientId}?tab=projects&project=${project.id}${project.note === null ? '' : '&view=notes'}`,
    })),
    Chats: (closed.data?.items ?? []).map(lineOf),
  }
  return Object.entries(groups).map(([heading, lines]) => (
    <Lines key={heading} heading={heading} lines={lines} search={search} onChoose={onChoose} />
  ))
}

const lineOf = ({ id, visitorName, visitorInfo, status }: ChatSession): Line => ({
  id,
  label: visitorName || visitorInfo.name || 'Anonymous',
  more: visitorInfo.company,
  kind: 'Chat',
  status,
  to: `/admin/chat?session=${id}`,
})

/** The waiting chats, or all running ones once something is typed. */
export function RunningChats({ typed, onChoose }: Choose & { typed: string }) {
  const sessions = useChats((state) => state.sessions)
  const lines = sessions
    .filter((session) => (typed ? isRunning(session) : session.status === 'waiting'))
    .toSorted((one, other) => one.startedAt.localeCompare(other.startedAt))
    .map(lineOf)
  return (
    <Lines
      heading={typed ? 'Chats now' : 'Chats waiting'}
      search="chat"
      lines={lines}
      onChoose={onChoose}
    />
  )
}
