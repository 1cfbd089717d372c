import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { reasonOf, refusedFields } from '../../web/api/api-error.ts'
import { ErrorSummary } from '../../web/ui/error-summary.tsx'
import { Field } from '../../web/ui/field.tsx'
import { FormMessage, RequiredNote } from '../../web/ui/form-note.tsx'
import { tellFailure } from '../../web/ui/outcome.ts'
import { Select } from '../../web/ui/select.tsx'
import { TextArea } from '../../web/ui/text-area.tsx'
import { TextInput } from '../../web/ui/text-input.tsx'
import { ClientStatusOptions } from './client-status.tsx'
import { type ListedClient, NewClient } from './contract.ts'

const names = ['name', 'email', 'company', 'phone', 'status', 'notes'] as const

type Details = Pick<ListedClient, (typeof names)[number]>

export type ClientFormProps = {
  /** Id of the form element, for a button outside of it; also begins the ids of the fields. */
  id: string
  /** Begins with these values; without them it is a new client. */
  client?: Details
  save: (details: NewClient) => Promise<unknown>
  /** What the toast says when saving fails and the server gives no reason. */
  failure: string
}

/** The state of a client's form and how it is sent: once at a time, refusals beside the fields. */
export function useClientForm({ client, save, failure }: Omit<ClientFormProps, 'id'>) {
  const form = useForm({
    resolver: zodResolver(NewClient),
    defaultValues: {
      name: client?.name ?? '',
      email: client?.email ?? '',
      company: client?.company ?? '',
      phone: client?.phone ?? '',
      status: client?.status ?? 'active',
      notes: client?.notes ?? '',
    },
    shouldFocusError: false,
  })
  const saving = useMutation({
    mutationFn: save,
    onError: (error) => {
      for (const { name, message } of refusedFields(error, names)) form.setError(name, { message })
      tellFailure(error, failure)
    },
  })
  return {
    form,
    saving,
    failed: saving.isError ? reasonOf(saving.error, failure) : null,
    submit: form.handleSubmit((details) => {
      if (!saving.isPending) saving.mutate(details)
    }),
  }
}

/** The six fields of a client. */
export function ClientForm({
  id,
  state: { form, failed, submit },
}: {
  id: string
  state: ReturnType<typeof useClientForm>
}) {
  const { errors, submitCount } = form.formState
  const problems = names.flatMap((name) => {
    const message = errors[name]?.message
    return message ? [{ id: `${id}-${name}`, message }] : []
  })
  const field = (name: (typeof names)[number]) => ({
    id: `${id}-${name}`,
    error: errors[name]?.message,
  })
  return (
    <form id={id} noValidate className="form-grid" onSubmit={submit}>
      <ErrorSummary errors={problems} attempt={submitCount} />
      {failed && <FormMessage>{failed}</FormMessage>}
      <RequiredNote />
      <div className="form-pair">
        <Field label="Name" required {...field('name')}>
          <TextInput autoComplete="off" maxLength={200} {...form.register('name')} />
        </Field>
        <Field label="Email" required {...field('email')}>
          <TextInput
            type="email"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            {...form.register('email')}
          />
        </Field>
        <Field label="Company" optional {...field('company')}>
          <TextInput autoComplete="off" maxLength={200} {...form.register('company')} />
        </Field>
        <Field label="Phone" optional {...field('phone')}>
          <TextInput type="tel" autoComplete="off" maxLength={50} {...form.register('phone')} />
        </Field>
        <Field label="Status" {...field('status')}>
          <Select {...form.register('status')}>
            <ClientStatusOptions />
          </Select>
        </Field>
      </div>
      <Field label="Notes" optional {...field('notes')}>
        <TextArea rows={4} maxLength={10_000} {...form.register('notes')} />
      </Field>
    </form>
  )
}
