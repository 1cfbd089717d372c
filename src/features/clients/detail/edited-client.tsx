import { useEffect } from 'react'
import { Button } from '#web/ui/button.tsx'
import { SaveButton } from '#web/ui/save-button.tsx'
import type { Client } from '../contract.ts'
import { ClientFields, useClientForm } from '../list/client-form.tsx'

export function EditedClient({ client, onDone }: { client: Client; onDone: () => void }) {
  const state = useClientForm({ id: 'client', client, onClose: onDone })
  const { setFocus } = state.form
  useEffect(() => setFocus('name'), [setFocus])
  return (
    <section className="panel" aria-labelledby="client-heading">
      <div className="panel-heading card-heading">
        <h2 id="client-heading">Edit client</h2>
        <div className="flex gap-2">
          <Button onClick={state.close}>Cancel</Button>
          <SaveButton type="submit" form={state.id} variant="primary" busy={state.busy}>
            Save
          </SaveButton>
        </div>
      </div>
      <form id={state.id} noValidate className="grid grid-cols-1 gap-4 p-5" onSubmit={state.submit}>
        {state.messages}
        <ClientFields {...state} />
      </form>
    </section>
  )
}
