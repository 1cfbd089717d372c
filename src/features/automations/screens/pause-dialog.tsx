import { useState } from 'react'
import { call } from '#contract/endpoint.ts'
import { reasonOf, refusedFields } from '#web/api/api-error.ts'
import { browser } from '#web/api/browser.ts'
import { useMutation } from '#web/api/use-mutation.ts'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { FormMessage } from '#web/ui/form-note.tsx'
import { TextField } from '#web/ui/labeled.tsx'
import { showSuccess } from '#web/ui/outcome.ts'
import type { DialogState } from '#web/ui/use-dialog.ts'
import { type Automation, automations } from '../register/contract.ts'
import { useRefreshAutomations } from './use-automations.ts'

export function PauseDialog({
  automation: { id, name },
  ...dialog
}: DialogState & { automation: Automation }) {
  const refresh = useRefreshAutomations()
  const [until, setUntil] = useState('')
  const pause = useMutation({
    mutationFn: () =>
      call(browser, automations.pause, {
        id,
        until: until ? new Date(until).toISOString() : null,
      }),
    async onSuccess() {
      await refresh()
      dialog.onClose()
      showSuccess('Automation paused')
    },
  })
  const refused = refusedFields(pause.error, ['until'])[0]?.message
  return (
    <FormDialog
      {...dialog}
      id="pause-form"
      title={`Pause ${name}`}
      size="sm"
      submitLabel="Pause"
      busy={pause.isPending}
      dirty={until !== ''}
      onSubmit={(event) => {
        event.preventDefault()
        pause.mutate()
      }}
    >
      {pause.isError && !refused && (
        <FormMessage>{reasonOf(pause.error, 'Failed to pause the automation')}</FormMessage>
      )}
      <p className="text-ink-2">
        Nothing is missed while it is paused. Its next success or failure resumes it.
      </p>
      <TextField
        label="Pause until"
        optional
        type="datetime-local"
        hint="Without a time it stays paused until you resume it"
        error={refused}
        value={until}
        onChange={(event) => setUntil(event.currentTarget.value)}
      />
    </FormDialog>
  )
}
