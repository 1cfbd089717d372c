import { useState } from 'react'
import { call } from '../../../contract/endpoint.ts'
import { browser } from '../../../web/api/browser.ts'
import { submissionKeys } from '../../../web/api/submission-keys.ts'
import { Button } from '../../../web/ui/button.tsx'
import { Dialog, DialogClose } from '../../../web/ui/dialog.tsx'
import { tellSuccess } from '../../../web/ui/outcome.ts'
import { SaveButton } from '../../../web/ui/save-button.tsx'
import { ClientForm, useClientForm } from './client-form.tsx'
import { clients, type ListedClient } from './contract.ts'
import { useRefresh } from './use-refresh.ts'

const formId = 'client-form'

/** Adds a client, or edits the given one. Must be remounted for each opening. */
export function ClientDialog({
  client,
  open,
  onClose,
  opener,
}: {
  client?: ListedClient
  open: boolean
  onClose: () => void
  opener: HTMLElement | null
}) {
  const refresh = useRefresh()
  const [keys] = useState(submissionKeys)
  const state = useClientForm({
    client,
    open,
    failure: client ? 'Failed to update client' : 'Failed to create client',
    async save(details, ifMatch) {
      if (client) await call(browser, clients.update, { id: client.id, ...details }, { ifMatch })
      else await call(browser, clients.create, details, { idempotencyKey: keys.keyOf(details) })
      await refresh.client()
      onClose()
      tellSuccess(client ? 'Client updated successfully' : 'Client created successfully')
    },
  })
  return (
    <Dialog
      open={open}
      onOpenChange={() => {
        state.discard()
        onClose()
      }}
      title={client ? 'Edit Client' : 'Add Client'}
      dirty={state.form.formState.isDirty}
      discardQuestion="Discard your changes?"
      returnFocusTo={() => opener}
      footer={
        <>
          <DialogClose asChild>
            <Button>Cancel</Button>
          </DialogClose>
          <SaveButton type="submit" form={formId} variant="primary" busy={state.saving.isPending}>
            {client ? 'Save Changes' : 'Add Client'}
          </SaveButton>
        </>
      }
    >
      <ClientForm id={formId} state={state} />
    </Dialog>
  )
}
