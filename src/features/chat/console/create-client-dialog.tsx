import { useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { call } from '#contract/endpoint.ts'
import { clients } from '#features/clients/contract.ts'
import { sentenceOf } from '#web/api/api-error.ts'
import { browser } from '#web/api/browser.ts'
import { keyOf } from '#web/api/query.ts'
import { submissionKeys } from '#web/api/submission-keys.ts'
import { useMutation } from '#web/api/use-mutation.ts'
import { useDraft, useUnsaved } from '#web/editing/use-draft.ts'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { FormMessage } from '#web/ui/form-note.tsx'
import { TextAreaField, TextField } from '#web/ui/labeled.tsx'
import { showFailure, showSuccess } from '#web/ui/outcome.ts'
import { RadioGroup } from '#web/ui/radio-group.tsx'
import { type ChatContext, chat } from '../protocol/contract.ts'
import type { ChatSession } from '../protocol/protocol.ts'

const failed = 'Failed to create client'

type CreateClientDialogProps = {
  session: ChatSession
  suggestions: ChatContext['suggestions']
  onClose: () => void
}

export function CreateClientDialog({ session, suggestions, onClose }: CreateClientDialogProps) {
  const { name, email, company } = session.visitorInfo
  const first = { name: name || session.visitorName, company, phone: '', notes: '' }
  const draft = useDraft(`client of chat ${session.id}`, first)
  const { value: values, dirty } = draft
  useUnsaved(dirty)
  function close() {
    draft.discard()
    onClose()
  }
  const [existing, setExisting] = useState('')
  const cache = useQueryClient()
  const [keys] = useState(submissionKeys)

  const saving = useMutation({
    mutationFn: () => {
      const linked = existing && { existingClientId: existing }
      const input = { id: session.id, ...values, ...linked }
      return call(browser, chat.createClient, input, { idempotencyKey: keys.keyOf(input) })
    },
    onSuccess: async () => {
      await Promise.all([
        cache.invalidateQueries({ queryKey: keyOf(chat.context, { id: session.id }) }),
        cache.invalidateQueries({ queryKey: keyOf(clients.list) }),
      ])
      close()
      showSuccess(existing ? 'Chat linked to the client' : 'Client created successfully')
    },
    onError: (error) => showFailure(error, failed),
  })

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (!saving.isPending) saving.mutate()
  }

  const field = (fieldName: keyof typeof first) => ({
    value: values[fieldName],
    autoComplete: 'off',
    onChange: (event: { target: { value: string } }) =>
      draft.set({ ...values, [fieldName]: event.target.value }),
  })

  return (
    <FormDialog
      id="client-from-chat"
      open
      onOpenChange={close}
      size="sm"
      title="Create client from this chat"
      description={email}
      dirty={dirty}
      submitLabel={existing ? 'Link Client' : 'Create Client'}
      busy={saving.isPending}
      onSubmit={submit}
    >
      {saving.isError && <FormMessage>{sentenceOf(saving.error, failed)}</FormMessage>}
      {suggestions.length > 0 && (
        <RadioGroup
          legend="Same address"
          name="existing"
          value={existing}
          onChange={(event) => setExisting(event.target.value)}
          options={[
            { value: '', label: 'A new client' },
            ...suggestions.map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
      )}
      {!existing && (
        <>
          <TextField label="Name" required limit={200} {...field('name')} />
          <TextField label="Company" optional limit={200} {...field('company')} />
          <TextField label="Phone" optional type="tel" limit={50} {...field('phone')} />
          <TextAreaField label="Notes" optional rows={3} limit={5000} {...field('notes')} />
        </>
      )}
    </FormDialog>
  )
}
