import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { reasonOf, refusedFields } from '../../../web/api/api-error.ts'
import { useMutation } from '../../../web/api/use-mutation.ts'
import { EditConflict, isStale, useEditConflict } from '../../../web/editing/edit-conflict.tsx'
import { useFormDraft } from '../../../web/editing/use-draft.ts'
import { ErrorSummary } from '../../../web/ui/error-summary.tsx'
import { Field } from '../../../web/ui/field.tsx'
import { FormMessage, RequiredNote } from '../../../web/ui/form-note.tsx'
import { tellFailure } from '../../../web/ui/outcome.ts'
import { Select } from '../../../web/ui/select.tsx'
import { TextArea } from '../../../web/ui/text-area.tsx'
import { TextInput } from '../../../web/ui/text-input.tsx'
import { ClientStatusOptions } from './client-status.tsx'
import { type ListedClient, NewClient } from './contract.ts'

const labels = {
  name: 'Name',
  email: 'Email',
  company: 'Company',
  phone: 'Phone',
  status: 'Status',
  notes: 'Notes',
}
type Name = keyof typeof labels
const names = Object.keys(labels) as Name[]

type Details = Pick<ListedClient, Name> & { id?: string; updatedAt?: string }

/** Draft key of a client's form; without an id, of the form for a new client. */
export const clientDraft = (id = 'new') => `client ${id}`

function valuesOf(client?: Details) {
  return {
    name: client?.name ?? '',
    email: client?.email ?? '',
    company: client?.company ?? '',
    phone: client?.phone ?? '',
    status: client?.status ?? 'active',
    notes: client?.notes ?? '',
  }
}

export type ClientFormProps = {
  /** Id of the form element, for a button outside it; also the prefix of the field ids. */
  id: string
  client?: Details
  open?: boolean
  save: (details: NewClient, ifMatch: string | undefined) => Promise<unknown>
  /** Toast text when saving fails without a reason from the server. */
  failure: string
}

/** State and submission of the form: one request at a time, refusals beside the fields. */
export function useClientForm({ client, open, save, failure }: Omit<ClientFormProps, 'id'>) {
  const form = useForm({
    resolver: zodResolver(NewClient),
    defaultValues: valuesOf(client),
    shouldFocusError: false,
  })
  const conflict = useEditConflict(form, client, valuesOf)
  const { discard } = useFormDraft(form, clientDraft(client?.id), { open, ...conflict })
  const saving = useMutation({
    mutationFn: (details: NewClient) => save(details, conflict.base?.updatedAt),
    onSuccess: discard,
    onError: (error) => {
      if (conflict.meet(error)) return
      for (const { name, message } of refusedFields(error, names)) form.setError(name, { message })
      tellFailure(error, failure)
    },
  })
  return {
    form,
    saving,
    discard,
    conflict,
    failed: saving.isError && !isStale(saving.error) ? reasonOf(saving.error, failure) : null,
    submit: form.handleSubmit((details) => {
      if (!saving.isPending) saving.mutate(details)
    }),
  }
}

export function ClientForm({
  id,
  state: { form, conflict, failed, submit },
}: {
  id: string
  state: ReturnType<typeof useClientForm>
}) {
  const { errors, submitCount } = form.formState
  const problems = names.flatMap((name) => {
    const message = errors[name]?.message
    return message ? [{ id: `${id}-${name}`, message }] : []
  })
  const field = (name: Name) => ({
    id: `${id}-${name}`,
    label: labels[name],
    error: errors[name]?.message,
  })
  return (
    <form id={id} noValidate className="form-grid" onSubmit={submit}>
      <ErrorSummary errors={problems} attempt={submitCount} />
      {failed && <FormMessage>{failed}</FormMessage>}
      <EditConflict conflict={conflict} labels={labels} />
      <RequiredNote />
      <div className="form-pair">
        <Field required {...field('name')}>
          <TextInput autoComplete="off" maxLength={200} {...form.register('name')} />
        </Field>
        <Field required {...field('email')}>
          <TextInput
            type="email"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            {...form.register('email')}
          />
        </Field>
        <Field optional {...field('company')}>
          <TextInput autoComplete="off" maxLength={200} {...form.register('company')} />
        </Field>
        <Field optional {...field('phone')}>
          <TextInput type="tel" autoComplete="off" maxLength={50} {...form.register('phone')} />
        </Field>
        <Field {...field('status')}>
          <Select {...form.register('status')}>
            <ClientStatusOptions />
          </Select>
        </Field>
      </div>
      <Field optional {...field('notes')}>
        <TextArea rows={4} maxLength={10_000} {...form.register('notes')} />
      </Field>
    </form>
  )
}
