import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { call } from '#contract/endpoint.ts'
import { clients } from '#features/clients/contract.ts'
import { browser } from '#web/api/browser.ts'
import { keyOf } from '#web/api/query.ts'
import { useRecordForm } from '#web/editing/record-form.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { TextAreaField, TextField } from '#web/ui/labeled.tsx'
import { RadioGroup } from '#web/ui/radio-group.tsx'
import type { DialogState } from '#web/ui/use-dialog.ts'
import { type ChatContext, chat } from '../protocol/contract.ts'
import type { ChatSession } from '../protocol/protocol.ts'

const labels = {
  name: 'Name',
  company: 'Company',
  phone: 'Phone',
  notes: 'Notes',
}

/** The server validates. */
const schema = z.custom<Record<keyof typeof labels, string>>()

export function CreateClientDialog(
  props: DialogState & { session: ChatSession; suggestions: ChatContext['suggestions'] },
) {
  const { session, suggestions, ...state } = props
  const { name, email, company } = session.visitorInfo
  const cache = useQueryClient()
  const [existing, setExisting] = useState('')
  const { field, messages, dialog } = useRecordForm({
    ...state,
    id: 'client-from-chat',
    noun: 'client',
    success: existing ? 'Chat linked to the client' : undefined,
    labels,
    schema,
    valuesOf: () => ({
      name: name || session.visitorName,
      company,
      phone: '',
      notes: '',
    }),
    draft: `new client of chat ${session.id}`,
    save(values, options) {
      const linked = existing && { existingClientId: existing }
      return call(browser, chat.createClient, { id: session.id, ...values, ...linked }, options)
    },
    refresh: () =>
      Promise.all([
        cache.invalidateQueries({ queryKey: keyOf(chat.context, { id: session.id }) }),
        cache.invalidateQueries({ queryKey: keyOf(clients.list) }),
      ]),
  })
  return (
    <FormDialog
      {...dialog}
      size="sm"
      title="Create client from this chat"
      description={email}
      submitLabel={existing ? 'Link Client' : 'Create Client'}
    >
      {messages}
      {suggestions.length > 0 && (
        <RadioGroup
          legend="Same address"
          name="existing"
          value={existing}
          onChange={({ target }) => setExisting(target.value)}
          options={[
            { value: '', label: 'A new client' },
            ...suggestions.map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
      )}
      {!existing && (
        <>
          <TextField required limit={200} autoComplete="off" {...field('name')} />
          <TextField optional limit={200} autoComplete="off" {...field('company')} />
          <TextField optional type="tel" limit={50} autoComplete="off" {...field('phone')} />
          <TextAreaField optional rows={3} limit={5000} autoComplete="off" {...field('notes')} />
        </>
      )}
    </FormDialog>
  )
}
