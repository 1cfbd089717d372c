import { call } from '#contract/endpoint.ts'
import { browser } from '#web/api/browser.ts'
import { textsOf, useRecordForm } from '#web/editing/record-form.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { SelectField, TextAreaField, TextField } from '#web/ui/labeled.tsx'
import type { DialogState } from '#web/ui/use-dialog.ts'
import { clients, type ListedClient } from '../contract.ts'
import { NewClient } from '../schemas.ts'
import { useRefresh } from '../use-refresh.ts'
import { clientDraft } from './client-draft.ts'
import { ClientStatusOptions } from './client-status.tsx'

const labels = {
  name: 'Name',
  email: 'Email',
  company: 'Company',
  phone: 'Phone',
  status: 'Status',
  notes: 'Notes',
}

type Details = Pick<ListedClient, keyof typeof labels> & { id: string; updatedAt: string }

type Options = Partial<DialogState> & { id: string; client?: Details }

export function useClientForm({ client, ...options }: Options) {
  const refresh = useRefresh()
  return useRecordForm({
    ...options,
    noun: 'client',
    labels,
    schema: NewClient,
    record: client,
    valuesOf: (record) => ({
      ...textsOf(record, ['name', 'email', 'company', 'phone', 'notes']),
      status: record?.status ?? 'active',
    }),
    draft: clientDraft(client?.id),
    save: (details, sending) =>
      client
        ? call(browser, clients.update, { id: client.id, ...details }, sending)
        : call(browser, clients.create, details, sending),
    recordOf: (saved) => saved,
    refresh: refresh.client,
  })
}

export function ClientFields({ field }: ReturnType<typeof useClientForm>) {
  return (
    <>
      <div className="form-pair">
        <TextField required autoComplete="off" limit={200} {...field('name')} />
        <TextField
          required
          type="email"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          {...field('email')}
        />
        <TextField optional autoComplete="off" limit={200} {...field('company')} />
        <TextField optional type="tel" autoComplete="off" limit={50} {...field('phone')} />
        <SelectField {...field('status')}>
          <ClientStatusOptions />
        </SelectField>
      </div>
      <TextAreaField optional rows={4} limit={10_000} {...field('notes')} />
    </>
  )
}

/** Adds a client, or edits the given one. Must be remounted each time it opens. */
export function ClientDialog(props: DialogState & { client?: ListedClient }) {
  const state = useClientForm({ id: 'client-form', ...props })
  return (
    <FormDialog
      {...state.dialog}
      title={props.client ? 'Edit Client' : 'Add Client'}
      submitLabel={props.client ? 'Save Changes' : 'Add Client'}
    >
      {state.messages}
      <ClientFields {...state} />
    </FormDialog>
  )
}
