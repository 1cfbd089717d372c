import { zodResolver } from '@hookform/resolvers/zod'
import { type FormEventHandler, type ReactNode, useState } from 'react'
import {
  type DefaultValues,
  type FieldValues,
  type Path,
  type RegisterOptions,
  useForm,
} from 'react-hook-form'
import type { z } from 'zod'
import type { CallOptions } from '../../contract/endpoint.ts'
import { reasonOf, refusedFields } from '../api/api-error.ts'
import { submissionKeys } from '../api/submission-keys.ts'
import { useMutation } from '../api/use-mutation.ts'
import { ErrorSummary } from '../ui/error-summary.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import { FormMessage, RequiredNote } from '../ui/form-note.tsx'
import { tellFailure, tellSuccess } from '../ui/outcome.ts'
import { capital } from '../ui/words.ts'
import { EditConflict, isStale, useEditConflict } from './edit-conflict.tsx'
import { useFormDraft } from './use-draft.ts'

type RecordFormOptions<V extends FieldValues, O, R extends { updatedAt?: string }, S> = {
  /** Id of the form element and prefix of the field ids. */
  id: string
  /** For example "case study"; used in toasts. */
  noun: string
  /** Labels of all fields, in the order of the form. */
  labels: Record<keyof V & string, string>
  schema: z.ZodType<O, V>
  /** Absent for a new record. */
  record: R | null | undefined
  valuesOf: (record: R | null | undefined) => V
  /** Key of the draft, unique among the drafts of an account. */
  draft: string
  /** False while the form's dialog is closed. */
  open?: boolean
  /** Sends the values; `base` is the record that they are based on. */
  save: (values: O, options: CallOptions, base: R | null | undefined) => Promise<S>
  /** Refetches queries that contain the record: once it is saved, or turns out to be outdated. */
  refresh: (saved?: S) => Promise<unknown>
  onClose: () => void
  onSaved?: (saved: S) => void
}

/**
 * Form that adds or edits a record: one request at a time, refusals beside the fields, a draft until
 * saved or discarded, and a choice of versions if the record has changed meanwhile. Must be
 * remounted for each opening.
 */
export function useRecordForm<V extends FieldValues, O, R extends { updatedAt?: string }, S>({
  id,
  noun,
  labels,
  schema,
  record,
  valuesOf,
  draft,
  open = true,
  save,
  refresh,
  onClose,
  onSaved,
}: RecordFormOptions<V, O, R, S>) {
  const form = useForm<V, unknown, O>({
    resolver: zodResolver(schema),
    defaultValues: valuesOf(record) as DefaultValues<V>,
    shouldFocusError: false,
  })
  const { errors, submitCount, isDirty } = form.formState
  const conflict = useEditConflict(form, record, valuesOf)
  const { discard } = useFormDraft(form, draft, { open, ...conflict })
  const [keys] = useState(submissionKeys)
  const failure = `Failed to ${record ? 'update' : 'create'} ${noun}`
  type Name = Path<V> & keyof V & string
  const names = Object.keys(labels) as Name[]

  function close() {
    discard()
    onClose()
  }
  const saving = useMutation({
    mutationFn: (values: O) => {
      const { base } = conflict
      return save(
        values,
        record ? { ifMatch: base?.updatedAt } : { idempotencyKey: keys.keyOf({ values }) },
        base,
      )
    },
    async onSuccess(saved) {
      await refresh(saved)
      close()
      tellSuccess(`${capital(noun)} ${record ? 'updated' : 'created'} successfully`)
      onSaved?.(saved)
    },
    onError(error) {
      if (conflict.meet(error)) return void refresh()
      for (const { name, message } of refusedFields(error, names)) form.setError(name, { message })
      tellFailure(error, failure)
    },
  })
  /** Id, label and error of a field. */
  const about = (name: Name) => ({
    id: `${id}-${name}`,
    label: labels[name],
    error: messageIn(errors[name]),
  })
  const problems = names.flatMap((name) => {
    const { id, error } = about(name)
    return error ? [{ id, message: error }] : []
  })
  return {
    ...{ id, form, isDirty, about, close },
    busy: saving.isPending,
    submit: form.handleSubmit((values) => saving.mutate(values)),
    /** Notes and errors above the fields. */
    messages: (
      <>
        <ErrorSummary errors={problems} attempt={submitCount} />
        {saving.isError && !isStale(saving.error) && (
          <FormMessage>{reasonOf(saving.error, failure)}</FormMessage>
        )}
        <EditConflict conflict={conflict} labels={labels} />
        <RequiredNote />
      </>
    ),
    /** Props of a TextField and its like. */
    field: (name: Name, options?: RegisterOptions<V, Name>) => ({
      ...about(name),
      ...form.register(name, options),
    }),
  }
}

/** First message in a field's error, which for a list has one error per line. */
export function messageIn(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined
  const { message } = error as { message?: unknown }
  if (typeof message === 'string' && message !== '') return message
  for (const [name, part] of Object.entries(error)) {
    // `ref` is the control itself.
    const found = name === 'ref' ? undefined : messageIn(part)
    if (found) return found
  }
  return undefined
}

type RecordFormState = {
  id: string
  isDirty: boolean
  busy: boolean
  messages: ReactNode
  submit: FormEventHandler<HTMLFormElement>
  close: () => void
}

export function RecordDialog({
  state,
  open = true,
  title,
  saveLabel,
  opener,
  children,
}: {
  state: RecordFormState
  open?: boolean
  title: string
  saveLabel: string
  /** Gets the focus back; by default what had it before. */
  opener?: HTMLElement | null
  children: ReactNode
}) {
  return (
    <FormDialog
      open={open}
      onOpenChange={state.close}
      title={title}
      dirty={state.isDirty}
      discardQuestion="Discard your changes?"
      {...(opener && { returnFocusTo: () => opener })}
      id={state.id}
      submitLabel={saveLabel}
      busy={state.busy}
      onSubmit={state.submit}
    >
      {state.messages}
      {children}
    </FormDialog>
  )
}
