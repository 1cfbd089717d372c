import { useEffect } from 'react'
import { Button } from '#web/ui/button.tsx'
import { SaveButton } from '#web/ui/save-button.tsx'
import { submitByKeys } from '#web/ui/submit-by-keys.ts'
import type { Client } from '../contract.ts'
import { ClientFields, useClientForm } from '../list/client-form.tsx'

export function EditedClient({ client, onDone }: { client: Client; onDone: () => void }) {
  const state = useClientForm({ id: 'client', client, onClose: onDone })
  const { setFocus } = state.form
  useEffect(() => setFocus('name'), [setFocus])
  return (
    <section className="panel" aria-labelledby="client-heading">
      <h2 id="client-heading" className="panel-heading">
        Edit client
      </h2>
      <form
        id={state.id}
        noValidate
        className="grid grid-cols-1 gap-4 p-5"
        onSubmit={state.submit}
        onKeyDown={submitByKeys}
      >
        {state.messages}
        <ClientFields {...state} />
        <div className="flex justify-end gap-2">
          <Button onClick={state.close}>Cancel</Button>
          <SaveButton type="submit" variant="primary" busy={state.busy}>
            Save
          </SaveButton>
        </div>
      </form>
    </section>
  )
}
