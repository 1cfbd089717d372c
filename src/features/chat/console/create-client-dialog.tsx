import { useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { call } from '../../../contract/endpoint.ts'
import { sentenceOf } from '../../../web/api/api-error.ts'
import { browser } from '../../../web/api/browser.ts'
import { keyOf } from '../../../web/api/query.ts'
import { submissionKeys } from '../../../web/api/submission-keys.ts'
import { useMutation } from '../../../web/api/use-mutation.ts'
import { useDraft, useUnsaved } from '../../../web/editing/use-draft.ts'
import { Button } from '../../../web/ui/button.tsx'
import { Dialog, DialogClose } from '../../../web/ui/dialog.tsx'
import { Field } from '../../../web/ui/field.tsx'
import { FormMessage } from '../../../web/ui/form-note.tsx'
import { TextArea, TextInput } from '../../../web/ui/inputs.tsx'
import { RadioGroup } from '../../../web/ui/radio-group.tsx'
import { SaveButton } from '../../../web/ui/save-button.tsx'
import { toast } from '../../../web/ui/toast-store.ts'
import { clients } from '../../clients/list/contract.ts'
import { type ChatContext, chat } from '../protocol/contract.ts'
import type { ChatSession } from '../protocol/protocol.ts'

const failed = 'Failed to create client'
const formId = 'client-from-chat'

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
      toast({
        title: 'Success',
        description: existing ? 'Chat linked to the client' : 'Client created successfully',
      })
    },
    onError: (error) =>
      toast({ title: 'Error', description: sentenceOf(error, failed), variant: 'destructive' }),
  })

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (!saving.isPending) saving.mutate()
  }

  const field = (of: keyof typeof first) => ({
    value: values[of],
    onChange: (event: { target: { value: string } }) =>
      draft.set({ ...values, [of]: event.target.value }),
  })

  return (
    <Dialog
      open
      onOpenChange={close}
      size="sm"
      title="Create client from this chat"
      description={email}
      dirty={dirty}
      footer={
        <>
          <DialogClose asChild>
            <Button>Cancel</Button>
          </DialogClose>
          <SaveButton type="submit" form={formId} variant="primary" busy={saving.isPending}>
            {existing ? 'Link Client' : 'Create Client'}
          </SaveButton>
        </>
      }
    >
      <form id={formId} noValidate className="grid gap-4" onSubmit={submit}>
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
            <Field label="Name" required>
              <TextInput autoComplete="off" maxLength={200} {...field('name')} />
            </Field>
            <Field label="Company" optional>
              <TextInput autoComplete="off" maxLength={200} {...field('company')} />
            </Field>
            <Field label="Phone" optional>
              <TextInput type="tel" autoComplete="off" maxLength={50} {...field('phone')} />
            </Field>
            <Field label="Notes" optional>
              <TextArea rows={3} maxLength={5000} {...field('notes')} />
            </Field>
          </>
        )}
      </form>
    </Dialog>
  )
}
