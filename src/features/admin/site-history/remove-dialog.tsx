import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#contract/endpoint.ts'
import { siteSettings } from '#features/content/site-settings/contract.ts'
import { reasonOf, refusedFields } from '#web/api/api-error.ts'
import { browser } from '#web/api/browser.ts'
import { keyOf } from '#web/api/query.ts'
import { useMutation } from '#web/api/use-mutation.ts'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { FormMessage } from '#web/ui/form-note.tsx'
import { TextField } from '#web/ui/labeled.tsx'
import { showSuccess } from '#web/ui/outcome.ts'
import type { DialogState } from '#web/ui/use-dialog.ts'

/** Removes a version permanently. The owner must type its number. */
export function RemoveDialog(props: DialogState & { number: number }) {
  const { open, onClose, opener, number } = props
  const client = useQueryClient()
  const [typed, setTyped] = useState('')
  const removing = useMutation({
    mutationFn: () =>
      call(browser, siteSettings.removeVersion, { number: String(number), confirmation: typed }),
    async onSuccess() {
      onClose()
      showSuccess(`Version ${number} was removed from the history`)
      const names = [siteSettings.versions, siteSettings.version]
      await Promise.all(names.map((one) => client.invalidateQueries({ queryKey: keyOf(one) })))
    },
  })
  const [refused] = refusedFields(removing.error, ['confirmation'])
  return (
    <FormDialog
      open={open}
      onOpenChange={onClose}
      returnFocusTo={() => (opener?.isConnected ? opener : document.getElementById('site-history'))}
      size="sm"
      title={`Remove version ${number} from the history`}
      description="Its texts are deleted for good. Its number, time, author and checksum stay."
      id="remove-version"
      submitLabel="Remove"
      submitVariant="danger"
      busy={removing.isPending}
      onSubmit={(event) => {
        event.preventDefault()
        removing.mutate()
      }}
    >
      {removing.isError && !refused && (
        <FormMessage>{reasonOf(removing.error, 'Failed to remove it')}</FormMessage>
      )}
      <TextField
        required
        label={`Type ${number} to confirm`}
        inputMode="numeric"
        autoComplete="off"
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        {...(refused && { error: refused.message })}
      />
    </FormDialog>
  )
}
