import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Input } from '#contract/endpoint.ts'
import { clients, type ListedClient } from '#features/clients/contract.ts'
import { PickDialog } from '#features/inbox/screens/pick-dialog.tsx'
import { inquiries } from '#features/leads/contract.ts'
import type { MailThread, mailThreads } from '#features/mail/threads/contract.ts'
import { onePage } from '#web/api/pages.ts'
import { query } from '#web/api/query.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import type { DialogState } from '#web/ui/use-dialog.ts'
import { useSearchTerm } from '#web/ui/use-search-term.ts'

export type Link = Omit<Input<typeof mailThreads.update>, 'id'>

const shownClients = 6
const shownRequests = 5

const withCompany = ({ name, company }: { name: string; company: string | null }) =>
  company ? `${name}, ${company}` : name

/** The client itself and its projects. */
const targetsOf = (client: ListedClient) => [
  { key: client.id, label: withCompany(client), hint: 'Client', clientId: client.id },
  ...client.projects.map(({ id, title }) => ({
    key: id,
    label: title,
    hint: `Project of ${client.name}`,
    clientId: client.id,
    projectId: id,
  })),
]

/**
 * Lets the user choose whom a conversation belongs to. It first suggests matches of the sender's
 * address.
 */
export function ThreadLinkDialog(
  props: DialogState & { thread: MailThread; onLink: (link: Link) => void },
) {
  const { thread, onLink, ...state } = props
  const [typed, setTyped] = useState(thread.to ?? '')
  const search = useSearchTerm(typed)
  const enabled = search !== ''
  const found = useQuery({ ...query(clients.list, { search, limit: shownClients }), enabled })
  const asked = useQuery({
    ...onePage(inquiries.list, { search, limit: shownRequests }),
    // A conversation that already belongs to a request stays there.
    enabled: enabled && !thread.inquiryId && !thread.chatSessionId,
  })
  const failing = [found, asked].find(({ isError }) => isError)
  const pick = (link: Link) => () => {
    state.onClose()
    onLink(link)
  }
  const persons = (found.data?.clients ?? []).flatMap(targetsOf).map((target) => {
    const { clientId, key, label, hint } = target
    const projectId = 'projectId' in target ? target.projectId : null
    return { key, label, hint, onPick: pick({ clientId, projectId }) }
  })
  const requests = (asked.data?.items ?? []).map((lead) => ({
    key: lead.id,
    label: withCompany(lead),
    hint: `Request ${lead.number}`,
    onPick: pick({ inquiryId: lead.id }),
  }))
  const options = [...persons, ...requests]
  const isWaiting = found.isFetching || asked.isFetching || search !== typed.trim()
  return (
    <PickDialog
      {...state}
      title="Whose conversation is this?"
      placeholder="Name, company, address or number"
      options={failing || (isWaiting && options.length === 0) ? undefined : options}
      search={{ typed, onTyped: setTyped }}
    >
      {failing && (
        <ErrorState
          message="Failed to search clients and requests"
          onRetry={failing.refetch}
          retrying={failing.isFetching}
        />
      )}
    </PickDialog>
  )
}
