import { useEffect, useRef, useState } from 'react'
import { mailtoOf } from '#contract/email-address.ts'
import { useMay } from '#features/identity/sign-in/use-may.ts'
import { readDraft } from '#web/editing/drafts.ts'
import { useDraftKey } from '#web/editing/use-draft.ts'
import { Button } from '#web/ui/button.tsx'
import { Fact } from '#web/ui/fact.tsx'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { Time } from '#web/ui/time.tsx'
import type { Client } from '../contract.ts'
import { clientDraft } from '../list/client-draft.ts'
import { ClientStatusBadge } from '../list/client-status.tsx'

const LazyEditing = lazyComponent(async () => (await import('./edited-client.tsx')).EditedClient)

export function ClientCard({ client }: { client: Client }) {
  const mayChange = useMay('admin')
  const draft = useDraftKey(clientDraft(client.id))
  const [editing, setEditing] = useState(() => mayChange && readDraft(draft) !== undefined)
  const editButton = useRef<HTMLButtonElement>(null)
  const wasEditing = useRef(false)
  useEffect(() => {
    if (wasEditing.current && !editing) editButton.current?.focus()
    wasEditing.current = editing
  }, [editing])

  if (editing) return <LazyEditing client={client} onDone={() => setEditing(false)} />
  return (
    <section className="panel" aria-labelledby="client-heading">
      <div className="panel-heading card-heading">
        <h2 id="client-heading">Client information</h2>
        {mayChange && (
          <Button ref={editButton} onClick={() => setEditing(true)}>
            Edit Client
          </Button>
        )}
      </div>
      <dl className="facts p-5">
        <Fact label="Name">{client.name}</Fact>
        <Fact label="Email">
          <a className="link" href={mailtoOf(client.email)}>
            {client.email}
          </a>
        </Fact>
        <Fact label="Company">{client.company || 'Not provided'}</Fact>
        <Fact label="Phone">
          {client.phone ? (
            <a className="link" href={`tel:${client.phone.replace(/[^\d+]/g, '')}`}>
              {client.phone}
            </a>
          ) : (
            'Not provided'
          )}
        </Fact>
        <Fact label="Status">
          <ClientStatusBadge status={client.status} />
        </Fact>
        <Fact label="Created">
          <Time value={client.createdAt} />
        </Fact>
        <Fact label="Notes" wide>
          {client.notes ?? 'No notes'}
        </Fact>
      </dl>
    </section>
  )
}
