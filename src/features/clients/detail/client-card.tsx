import { useEffect, useRef, useState } from 'react'
import { call } from '../../../contract/endpoint.ts'
import { browser } from '../../../web/api/browser.ts'
import { readDraft } from '../../../web/editing/drafts.ts'
import { useDraftKey } from '../../../web/editing/use-draft.ts'
import { Button } from '../../../web/ui/button.tsx'
import { tellSuccess } from '../../../web/ui/outcome.ts'
import { SaveButton } from '../../../web/ui/save-button.tsx'
import { Time } from '../../../web/ui/time.tsx'
import { useMay } from '../../identity/sign-in/use-may.ts'
import { ClientForm, clientDraft, useClientForm } from '../list/client-form.tsx'
import { ClientStatusBadge } from '../list/client-status.tsx'
import { type Client, clients } from '../list/contract.ts'
import { useRefresh } from '../list/use-refresh.ts'

const formId = 'client'

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

  if (editing) return <EditedCard client={client} onDone={() => setEditing(false)} />
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
          <a className="link" href={`mailto:${client.email}`}>
            {client.email}
          </a>
        </Fact>
        <Fact label="Company">{client.company}</Fact>
        <Fact label="Phone">
          {client.phone && (
            <a className="link" href={`tel:${client.phone.replace(/[^\d+]/g, '')}`}>
              {client.phone}
            </a>
          )}
        </Fact>
        <Fact label="Status">
          <ClientStatusBadge status={client.status} />
        </Fact>
        <Fact label="Created">
          <Time value={client.createdAt} />
        </Fact>
        <div className="fact-wide">
          <dt>Notes</dt>
          <dd dir="auto" className="measure whitespace-pre-line">
            {client.notes ?? 'No notes'}
          </dd>
        </div>
      </dl>
    </section>
  )
}

function Fact({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd dir="auto">{children || 'Not provided'}</dd>
    </div>
  )
}

function EditedCard({ client, onDone }: { client: Client; onDone: () => void }) {
  const refresh = useRefresh()
  const state = useClientForm({
    client,
    failure: 'Failed to update client',
    async save(details, ifMatch) {
      await call(browser, clients.update, { id: client.id, ...details }, { ifMatch })
      await refresh.client()
      onDone()
      tellSuccess('Client updated successfully')
    },
  })
  const { setFocus } = state.form
  useEffect(() => setFocus('name'), [setFocus])
  return (
    <section className="panel" aria-labelledby="client-heading">
      <div className="panel-heading card-heading">
        <h2 id="client-heading">Edit client</h2>
        <div className="flex gap-2">
          <Button
            onClick={() => {
              state.discard()
              onDone()
            }}
          >
            Cancel
          </Button>
          <SaveButton type="submit" form={formId} variant="primary" busy={state.saving.isPending}>
            Save
          </SaveButton>
        </div>
      </div>
      <div className="p-5">
        <ClientForm id={formId} state={state} />
      </div>
    </section>
  )
}
