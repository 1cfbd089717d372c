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
import type { CallOptions } from '#contract/endpoint.ts'
import { reasonOf, refusedFields } from '../api/api-error.ts'
import { submissionKeys } from '../api/submission-keys.ts'
import { useMutation } from '../api/use-mutation.ts'
import { ErrorSummary } from '../ui/error-summary.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import { FormMessage, RequiredNote } from '../ui/form-note.tsx'
import { lazyComponent } from '../ui/lazy-component.tsx'
import { showFailure, showSuccess } from '../ui/outcome.ts'
import { capital } from '../ui/words.ts'
import { isTypedSince, resetUnchanged } from './since-sent.ts'
import { useFormDraft } from './use-draft.ts'
import { isStale, useEditConflict } from './use-edit-conflict.ts'

const LazyConflict = lazyComponent(async () => (await import('./edit-conflict.tsx')).EditConflict)

type RecordFormOptions<V extends FieldValues, O, R extends { updatedAt?: string }, S> = {
  /** Id of the form element and prefix of the field ids. */
  id: string
  /** For example "case study"; used in toasts. */
  noun: string
  /** Labels in the order of the form. */
  labels: Record<keyof V & string, string>
  schema: z.ZodType<O, V>
  /** Absent for a new record. */
  record: R | null | undefined
  valuesOf: (record: R | null | undefined) => V
  /** Key of the draft, unique among the drafts of an account. */
  draft: string
  open?: boolean
  /** `base` is the version of the record that the values were edited from. */
  save: (values: O, options: CallOptions, base: R | null | undefined) => Promise<S>
  /**
   * Refetches queries that contain the record. It runs after saving and on finding the record
   * outdated.
   */
  refresh: (saved?: S) => Promise<unknown>
  onClose?: () => void
  onSaved?: (saved: S) => void
  /**
   * Returns the record as saved. If set, the form stays open when there is no `onClose`, or when
   * the user typed more during saving.
   */
  recordOf?: (saved: S) => R
}

/** Must be remounted each time the form opens. */
export function useRecordForm<V extends FieldValues, O, R extends { updatedAt?: string }, S>(
  options: RecordFormOptions<V, O, R, S>,
) {
  const { id, noun, labels, record, valuesOf, refresh } = options
  const form = useForm<V, unknown, O>({
    resolver: zodResolver(options.schema),
    defaultValues: valuesOf(record) as DefaultValues<V>,
    shouldFocusError: false,
  })
  const { errors, submitCount, isDirty } = form.formState
  const conflict = useEditConflict(form, record, valuesOf)
  const { discard } = useFormDraft(form, options.draft, { open: options.open, ...conflict })
  const [keys] = useState(submissionKeys)
  const failure = `Failed to ${record ? 'update' : 'create'} ${noun}`
  type Name = Path<V> & keyof V & string
  const names = Object.keys(labels) as Name[]

  function close() {
    discard()
    options.onClose?.()
  }
  const saving = useMutation({
    mutationFn: ({ values }: { values: O; sent: V }) => {
      const { base } = conflict
      return options.save(
        values,
        record ? { ifMatch: base?.updatedAt } : { idempotencyKey: keys.keyOf({ values }) },
        base,
      )
    },
    async onSuccess(saved, { sent }) {
      const keep = () => {
        const next = record && options.recordOf?.(saved)
        if (!next) return false
        conflict.begin(next)
        resetUnchanged(form, valuesOf(next), sent)
        return true
      }
      if (!options.onClose) keep()
      await refresh(saved)
      if (options.onClose && !(isTypedSince(form.getValues(), sent) && keep())) close()
      showSuccess(`${capital(noun)} ${record ? 'updated' : 'created'} successfully`)
      options.onSaved?.(saved)
    },
    onError(error) {
      if (conflict.meet(error)) return void refresh()
      for (const { name, message } of refusedFields(error, names)) form.setError(name, { message })
      showFailure(error, failure)
    },
  })
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
    id,
    form,
    isDirty,
    about,
    close,
    busy: saving.isPending,
    staysOpen: Boolean(record && options.recordOf),
    submit: form.handleSubmit((values) => saving.mutate({ values, sent: form.getValues() })),
    messages: (
      <>
        <ErrorSummary errors={problems} attempt={submitCount} />
        {saving.isError && !isStale(saving.error) && (
          <FormMessage>{reasonOf(saving.error, failure)}</FormMessage>
        )}
        <LazyConflict
          open={Boolean(conflict.met)}
          conflict={conflict}
          noun={noun}
          labels={labels}
        />
        <RequiredNote />
      </>
    ),
    field: (name: Name, rules?: RegisterOptions<V, Name>) => ({
      ...about(name),
      ...form.register(name, rules),
    }),
  }
}

/** The text fields of a record as form values, where a missing text is an empty string. */
export function textsOf<K extends string>(
  record: { [N in K]?: string | null } | null | undefined,
  names: readonly K[],
) {
  return Object.fromEntries(names.map((name) => [name, record?.[name] ?? ''])) as Record<K, string>
}

/** The first message in a field's error. The error of a list field has one entry per line. */
export function messageIn(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined
  const { message } = error as { message?: unknown }
  if (typeof message === 'string' && message !== '') return message
  for (const [name, part] of Object.entries(error)) {
    // `ref` is the DOM element, which must not be searched.
    const found = name === 'ref' ? undefined : messageIn(part)
    if (found) return found
  }
  return undefined
}

type RecordFormState = {
  id: string
  isDirty: boolean
  busy: boolean
  staysOpen: boolean
  messages: ReactNode
  submit: FormEventHandler<HTMLFormElement>
  close: () => void
}

export function RecordDialog(props: {
  state: RecordFormState
  open?: boolean
  title: string
  saveLabel: string
  /** Receives the focus on close. By default it is the element that had the focus before. */
  opener?: HTMLElement | null
  children: ReactNode
}) {
  const { state, open = true, opener } = props
  return (
    <FormDialog
      open={open}
      onOpenChange={state.close}
      title={props.title}
      dirty={state.isDirty}
      discardQuestion="Discard your changes?"
      {...(opener && { returnFocusTo: () => opener })}
      id={state.id}
      submitLabel={props.saveLabel}
      busy={state.busy}
      staysOpen={state.staysOpen}
      onSubmit={state.submit}
    >
      {state.messages}
      {props.children}
    </FormDialog>
  )
}
