import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useRef, useState } from 'react'
import {
  type DefaultValues,
  type FieldValues,
  type Path,
  type PathValue,
  type RegisterOptions,
  type UseFormReturn,
  useForm,
} from 'react-hook-form'
import type { z } from 'zod'
import type { CallOptions } from '#contract/endpoint.ts'
import { ApiError, reasonOf, refusedFields } from '../api/api-error.ts'
import { submissionKeys } from '../api/submission-keys.ts'
import { useMutation } from '../api/use-mutation.ts'
import { ErrorSummary } from '../ui/error-summary.tsx'
import { FormMessage, RequiredNote } from '../ui/form-note.tsx'
import { lazyComponent } from '../ui/lazy-component.tsx'
import { showFailure, showSuccess } from '../ui/outcome.ts'
import { toast } from '../ui/toast-store.ts'
import type { DialogState } from '../ui/use-dialog.ts'
import { capital } from '../ui/words.ts'
import { readDraft, removeDraft, writeDraft } from './drafts.ts'
import { isTypedSince, resetUnchanged } from './since-sent.ts'
import { useDraftKey, useUnsaved } from './use-draft.ts'
import { isStale, useEditConflict } from './use-edit-conflict.ts'

const LazyConflict = lazyComponent(async () => (await import('./edit-conflict.tsx')).EditConflict)

type RecordFormOptions<V extends FieldValues, O, R extends object, S> = Partial<DialogState> & {
  /** Id of the form element and prefix of the field ids. */
  id: string
  /** For example "case study". With it, toasts tell how saving went. */
  noun?: string
  /** Labels in the order of the form. */
  labels: Record<keyof V & string, string>
  schema: z.ZodType<O, V>
  /** Absent for a new record, or in a form without one, such as a change of password. */
  record?: R | null | undefined
  valuesOf: (record: R | null | undefined) => V
  /**
   * Key of the draft, unique among the drafts of an account. Without one, nothing is kept and
   * nobody is asked before leaving.
   */
  draft?: string
  /** `base` is the version of the record that the values were edited from. */
  save: (values: O, options: CallOptions, base: R | null | undefined) => Promise<S>
  /**
   * Refetches queries that contain the record. It runs after saving and after a conflict, when
   * another user was faster.
   */
  refresh?: (saved?: S) => unknown
  onSaved?: (saved: S) => unknown
  /**
   * Returns the record as saved, or null for a form that begins anew. If set, the form stays open
   * when there is no `onClose`, or when the user typed more during saving.
   */
  recordOf?: (saved: S) => R | null
  /** Shown instead of the usual words about `noun`; null if `onSaved` shows its own toast. */
  success?: string | null | undefined
  /** Shown if the server gives no reason, instead of the usual words about `noun`. */
  failure?: string
}

/** Must be remounted each time the form opens. */
export function useRecordForm<V extends FieldValues, O, R extends object, S>(
  options: RecordFormOptions<V, O, R, S>,
) {
  const { id, noun = 'record', labels, record, valuesOf, open } = options
  const form = useForm<V, unknown, O>({
    resolver: zodResolver(options.schema),
    defaultValues: valuesOf(record) as DefaultValues<V>,
    shouldFocusError: false,
  })
  const { errors, submitCount, isDirty } = form.formState
  const conflict = useEditConflict(form, record, valuesOf)
  const { discard } = useFormDraft(form, options.draft, { open, ...conflict })
  const [keys] = useState(submissionKeys)
  const failure = options.failure ?? `Failed to ${record ? 'update' : 'create'} ${noun}`
  type Name = Path<V> & keyof V & string
  const names = Object.keys(labels) as Name[]

  function close() {
    discard()
    options.onClose?.()
  }
  const saving = useMutation({
    mutationFn: ({ values }: { values: O; sent: V }) => {
      const { base, version } = conflict
      return options.save(
        values,
        record ? { ifMatch: version } : { idempotencyKey: keys.keyOf({ values }) },
        base,
      )
    },
    async onSuccess(saved, { sent }) {
      const keep = () => {
        if (!options.recordOf || (options.onClose && !record)) return false
        const next = options.recordOf(saved)
        conflict.begin(next)
        resetUnchanged(form, valuesOf(next), sent)
        return true
      }
      keys.forget()
      if (!options.onClose) keep()
      await options.refresh?.(saved)
      if (options.onClose && !(isTypedSince(form.getValues(), sent) && keep())) close()
      const { success = `${capital(noun)} ${record ? 'updated' : 'created'} successfully` } =
        options
      if (options.noun && success !== null) showSuccess(success)
      await options.onSaved?.(saved)
    },
    onError(error) {
      if (error instanceof ApiError && error.code === 'conflict') void options.refresh?.()
      if (conflict.meet(error)) return
      for (const { name, message } of refusedFields(error, names)) form.setError(name, { message })
      if (options.noun) showFailure(error, failure)
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
  const isShown = problems.length > 0 || refusedFields(saving.error, names).length > 0
  const submit = form.handleSubmit((values) => saving.mutate({ values, sent: form.getValues() }))
  return {
    id,
    form,
    isDirty,
    about,
    close,
    submit,
    busy: saving.isPending,
    /** The result of the last `save`. */
    answer: saving.data,
    /** For a `FormDialog`. */
    dialog: {
      id,
      open: open ?? true,
      onClose: close,
      opener: options.opener,
      focusAfterwards: options.focusAfterwards,
      dirty: isDirty,
      discardQuestion: 'Discard your changes?',
      busy: saving.isPending,
      staysOpen: Boolean(record && options.recordOf),
      onSubmit: submit,
    },
    messages: (
      <>
        <ErrorSummary errors={problems} attempt={submitCount + saving.failureCount} />
        {saving.isError && !isShown && !(record && isStale(saving.error)) && (
          <FormMessage>{reasonOf(saving.error, failure)}</FormMessage>
        )}
        <LazyConflict
          open={Boolean(conflict.met)}
          conflict={conflict}
          noun={noun}
          labels={labels}
        />
        {names.length > 1 && <RequiredNote className="[form:not(:has(:required))_&]:hidden" />}
      </>
    ),
    field: (name: Name, rules?: RegisterOptions<V, Name>) => ({
      ...about(name),
      ...form.register(name, rules),
    }),
  }
}

/** Stores a form's values together with the record they were edited from. */
function useFormDraft<V extends FieldValues, O, R>(
  form: UseFormReturn<V, unknown, O>,
  name: string | undefined,
  { open = true, base, rebase }: { open?: boolean | undefined; base: R; rebase: (base: R) => void },
): { discard: () => void } {
  const key = useDraftKey(name ?? '')
  const keeps = open && name !== undefined
  const { isDirty } = form.formState
  const latest = useRef({ base, rebase })
  latest.current = { base, rebase }
  const discarded = useRef(false)
  useUnsaved(keeps && isDirty)

  useEffect(() => {
    if (!keeps) return
    discarded.current = false
    const stored = readDraft<{ values: V; base: R }>(key)
    if (stored) {
      latest.current.rebase(stored.base)
      for (const [field, value] of Object.entries(stored.values)) {
        form.setValue(field as Path<V>, value as PathValue<V, Path<V>>, { shouldDirty: true })
      }
      toast({ title: 'What you had typed is back', description: 'It isn’t saved yet.' })
    }
    const watching = form.watch((values) => {
      if (discarded.current) return
      const first = form.formState.defaultValues
      if (JSON.stringify(values) === JSON.stringify(first)) removeDraft(key)
      else writeDraft(key, { values, base: latest.current.base })
    })
    return () => watching.unsubscribe()
  }, [keeps, key, form])

  return {
    discard() {
      discarded.current = true
      removeDraft(key)
    },
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
