import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { call } from '#contract/endpoint.ts'
import { reasonOf } from '#web/api/api-error.ts'
import { browser } from '#web/api/browser.ts'
import { useMutation } from '#web/api/use-mutation.ts'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { FormMessage } from '#web/ui/form-note.tsx'
import { TextField } from '#web/ui/labeled.tsx'
import { showSuccess } from '#web/ui/outcome.ts'
import type { DialogState } from '#web/ui/use-dialog.ts'
import { counted } from '#web/ui/words.ts'
import { dataExchange, type PersonRecord } from './contract.ts'

/**
 * Erases everything stored under an email address, after showing what there is. Only owners may do
 * this.
 */
export function ErasePersonDialog(props: DialogState & { email?: string; onErased?: () => void }) {
  const { open, onClose, opener, onErased } = props
  const cache = useQueryClient()
  const [email, setEmail] = useState(props.email ?? '')
  const [confirmation, setConfirmation] = useState('')
  const finding = useMutation({
    mutationFn: (address: string) => call(browser, dataExchange.findPerson, { email: address }),
  })
  const erasing = useMutation({
    mutationFn: () => call(browser, dataExchange.erasePerson, { email, confirmation }),
    onSuccess: () => {
      onClose()
      onErased?.()
      showSuccess('Personal data erased')
      // Any cached query may contain the person.
      void cache.invalidateQueries()
    },
  })
  const found = finding.data
  const exists = found && hasAnything(found)
  const error = erasing.error ?? finding.error

  function submit(event: FormEvent) {
    event.preventDefault()
    if (exists) erasing.mutate()
    else finding.mutate(email)
  }

  return (
    <FormDialog
      open={open}
      onOpenChange={onClose}
      title="Erase a person's data"
      description="Deletes the inquiries, chats, emails and clients of one email address, with their projects, notes and documents. This action cannot be undone."
      returnFocusTo={() => opener}
      id="erase-person"
      submitLabel={exists ? 'Erase for Good' : 'Show Records'}
      submitVariant={exists ? 'danger' : 'primary'}
      busy={finding.isPending || erasing.isPending}
      onSubmit={submit}
    >
      <TextField
        label="Email address"
        required
        type="email"
        autoComplete="off"
        value={email}
        onChange={({ currentTarget }) => {
          setEmail(currentTarget.value)
          finding.reset()
          erasing.reset()
        }}
      />
      {found && !exists && <p role="status">There are no records for this address.</p>}
      {exists && (
        <>
          <Found found={found} />
          <TextField
            label="Type the address again to confirm"
            required
            type="email"
            autoComplete="off"
            value={confirmation}
            onChange={({ currentTarget }) => setConfirmation(currentTarget.value)}
          />
        </>
      )}
      {error && <FormMessage>{reasonOf(error, 'Failed to erase personal data')}</FormMessage>}
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
