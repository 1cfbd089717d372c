import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { call } from '#contract/endpoint.ts'
import { browser } from '#web/api/browser.ts'
import { useRecordForm } from '#web/editing/record-form.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { TextField } from '#web/ui/labeled.tsx'
import { showSuccess } from '#web/ui/outcome.ts'
import type { DialogState } from '#web/ui/use-dialog.ts'
import { counted } from '#web/ui/words.ts'
import { dataExchange, type PersonRecord } from './contract.ts'

const labels = { email: 'Email address', confirmation: 'Type the address again to confirm' }

/** The server validates. */
const schema = z.custom<Record<keyof typeof labels, string>>()

/**
 * Erases everything stored under an email address, after showing what there is. Only owners may do
 * this.
 */
export function ErasePersonDialog(props: DialogState & { email?: string; onErased?: () => void }) {
  const { email: known = '', onErased, ...state } = props
  const cache = useQueryClient()
  const [shown, setShown] = useState<{ email: string; record: PersonRecord }>()
  const { form, field, messages, dialog } = useRecordForm({
    id: 'erase-person',
    labels,
    schema,
    valuesOf: () => ({ email: known, confirmation: '' }),
    async save({ email, confirmation }) {
      if (!exists) return { email, record: await call(browser, dataExchange.findPerson, { email }) }
      await call(browser, dataExchange.erasePerson, { email, confirmation })
      return null
    },
    onSaved(answer) {
      if (answer) return setShown(answer)
      state.onClose()
      onErased?.()
      showSuccess('Personal data erased')
      // Any cached query may contain the person.
      void cache.invalidateQueries()
    },
    failure: 'Failed to erase personal data',
  })
  const found = shown?.email === form.watch('email') ? shown?.record : undefined
  const exists = found && hasAnything(found)
  return (
    <FormDialog
      {...dialog}
      {...state}
      title="Erase a person's data"
      description="Deletes the inquiries, chats, emails and clients of one email address, with their projects, notes and documents. This action cannot be undone."
      submitLabel={exists ? 'Erase for Good' : 'Show Records'}
      submitVariant={exists ? 'danger' : 'primary'}
    >
      {messages}
      <TextField required type="email" autoComplete="off" {...field('email')} />
      {found && !exists && <p role="status">There are no records for this address.</p>}
      {exists && (
        <>
          <Found found={found} />
          <TextField required type="email" autoComplete="off" {...field('confirmation')} />
        </>
      )}
    </FormDialog>
  )
}

const hasAnything = ({ clients, ...found }: PersonRecord) =>
  found.inquiries + found.bookings + found.chats + found.mails + found.disclosures > 0 ||
  clients.length > 0

function Found({ found }: { found: PersonRecord }) {
  return (
    <div role="status" className="grid gap-2">
      <p className="font-semibold">This will be erased:</p>
      <ul className="list-disc space-y-1 ps-5">
        {found.clients.map(({ id, name, projects, notes, documents }) => (
          <li key={id}>
            Client {name}, with {counted(projects, 'project')}, {counted(notes, 'note')} and{' '}
            {counted(documents, 'document')}
          </li>
        ))}
        {found.inquiries > 0 && <li>{counted(found.inquiries, 'inquiry', 'inquiries')}</li>}
        {found.bookings > 0 && <li>{counted(found.bookings, 'call')}</li>}
        {found.chats > 0 && (
          <li>
            {counted(found.chats, 'chat')} with {counted(found.messages, 'message')}
          </li>
        )}
        {found.mails > 0 && <li>{counted(found.mails, 'mail')}</li>}
        {found.disclosures > 0 && (
          <li>
            {counted(found.disclosures, 'value', 'values')} linked to receipts; the receipts stay
            but no longer identify the person
          </li>
        )}
      </ul>
      {found.googleResources > 0 && (
        <p className="text-ink-2">
          {counted(
            found.googleResources,
            'folder, sheet or calendar',
            'folders, sheets or calendars',
          )}{' '}
          in Google Workspace will stay. Delete them in Google.
        </p>
      )}
    </div>
  )
}
