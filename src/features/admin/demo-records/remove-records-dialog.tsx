import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call, type Output } from '#contract/endpoint.ts'
import { reasonOf, refusedFields } from '#web/api/api-error.ts'
import { browser } from '#web/api/browser.ts'
import { useMutation } from '#web/api/use-mutation.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Fieldset } from '#web/ui/field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { FormMessage } from '#web/ui/form-note.tsx'
import { TextField } from '#web/ui/labeled.tsx'
import { showSuccess } from '#web/ui/outcome.ts'
import type { DialogState } from '#web/ui/use-dialog.ts'
import { counted } from '#web/ui/words.ts'
import { demoRecords } from './contract.ts'

type Found = Output<typeof demoRecords.show>

/** Records that a user has changed, or may have created, are kept unless ticked. */
export function RemoveDialog(props: DialogState & Pick<Found, 'changed' | 'suggested'>) {
  const { open, onClose, opener, changed, suggested } = props
  const client = useQueryClient()
  const [typed, setTyped] = useState('')
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set())
  const removing = useMutation({
    mutationFn: () => {
      const keep = changed.map(({ id }) => id).filter((id) => !ticked.has(id))
      const also = suggested.map(({ id }) => id).filter((id) => ticked.has(id))
      return call(browser, demoRecords.remove, { confirmation: typed, keep, also })
    },
    async onSuccess({ clients, leads, chats, files }) {
      onClose()
      const parts = [counted(clients, 'client'), counted(leads, 'request'), counted(chats, 'chat')]
      showSuccess(`Removed: ${parts.join(', ')} and ${counted(files, 'file')}`)
      await client.invalidateQueries()
    },
  })
  const [refused] = refusedFields(removing.error, ['confirmation'])
  return (
    <FormDialog
      open={open}
      onOpenChange={onClose}
      returnFocusTo={() => (opener?.isConnected ? opener : document.getElementById('demo-records'))}
      title="Remove demo records"
      description="Demo clients, requests, chats and files are deleted for good."
      id="remove-demo-records"
      submitLabel="Remove"
      submitVariant="danger"
      busy={removing.isPending}
      onSubmit={(event) => {
        event.preventDefault()
        removing.mutate()
      }}
    >
      {removing.isError && !refused && (
        <FormMessage>{reasonOf(removing.error, 'Failed to remove the records')}</FormMessage>
      )}
      <Choices
        ticked={ticked}
        setTicked={setTicked}
        legend="Changed since by a person"
        hint="These are kept unless you tick them."
        records={changed}
      />
      <Choices
        ticked={ticked}
        setTicked={setTicked}
        legend="Possibly from an earlier demo"
        hint="Their addresses end in .example, which nobody can own. Tick what to remove."
        records={suggested}
      />
      <TextField
        required
        label="Type remove to confirm"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        {...(refused && { error: refused.message })}
      />
    </FormDialog>
  )
}

type ChoicesProps = {
  legend: string
  hint: string
  records: Found['changed']
  ticked: ReadonlySet<string>
  setTicked(ids: ReadonlySet<string>): void
}

const kindWords = { clients: 'Client', inquiries: 'Request', chat_sessions: 'Chat' }

function Choices({ legend, hint, records, ticked, setTicked }: ChoicesProps) {
  if (records.length === 0) return null
  const ids = records.map(({ id }) => id)
  const areAll = ids.every((id) => ticked.has(id))
  function tick(some: string[], isTicked: boolean) {
    const others = [...ticked].filter((id) => !some.includes(id))
    setTicked(new Set(isTicked ? [...others, ...some] : others))
  }
  return (
    <Fieldset legend={legend} hint={hint}>
      <div className="grid max-h-64 gap-1 overflow-y-auto p-1">
        {records.length > 1 && (
          <Checkbox
            label={`All ${records.length.toLocaleString('en')}`}
            checked={areAll}
            onChange={() => tick(ids, !areAll)}
          />
        )}
        {records.map(({ id, kind, name }) => (
          <Checkbox
            key={id}
            label={
              <span className="wrap-anywhere">
                {kindWords[kind]} <bdi>{name}</bdi>
              </span>
            }
            checked={ticked.has(id)}
            onChange={() => tick([id], !ticked.has(id))}
          />
        ))}
      </div>
    </Fieldset>
  )
}
