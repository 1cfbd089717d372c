import { zodResolver } from '@hookform/resolvers/zod'
import { type DefaultValues, type FieldValues, type Path, useForm } from 'react-hook-form'
import type { z } from 'zod'
import { refusedFields, sentenceOf } from '#web/api/api-error.ts'
import { useMutation } from '#web/api/use-mutation.ts'
import { resetUnchanged } from '#web/editing/since-sent.ts'
import { ErrorSummary } from '#web/ui/error-summary.tsx'
import { FormMessage } from '#web/ui/form-note.tsx'

/** A form sent by one call. The server's refusals are shown beside their fields. */
export function useAccountForm<V extends FieldValues, O, A>({
  id,
  schema,
  initial,
  send,
  onSent,
  otherwise,
}: {
  /** The id of the form element, and the prefix of the field ids. */
  id: string
  schema: z.ZodType<O, V>
  initial: V
  send: (values: O) => Promise<A>
  /**
   * `resetUnchanged` sets the fields to new values, except those that were changed since sending.
   */
  onSent?: (answer: A, resetUnchanged: (values: V) => void) => unknown
  /** Shown if the server gives no reason. */
  otherwise: string
}) {
  const { formState, ...form } = useForm<V, unknown, O>({
    resolver: zodResolver(schema),
    defaultValues: initial as DefaultValues<V>,
    shouldFocusError: false,
  })
  const { errors, submitCount, isDirty } = formState
  const names = Object.keys(initial) as Path<V>[]
  const sending = useMutation({
    mutationFn: ({ values }: { values: O; sent: V }) => send(values),
    onSuccess: (answer, { sent }) =>
      onSent?.(answer, (values) => resetUnchanged(form, values, sent)),
    onError(error) {
      for (const { name, message } of refusedFields(error, names)) {
        form.setError(name, { message })
      }
    },
  })
  const about = (name: Path<V>) => ({
    id: `${id}-${name}`,
    error: errors[name]?.message as string | undefined,
  })
  const problems = names.flatMap((name) => {
    const { id, error } = about(name)
    return error ? [{ id, message: error }] : []
  })
  const isRefused = problems.length > 0 || refusedFields(sending.error, names).length > 0
  return {
    id,
    isDirty,
    watch: form.watch,
    reset: form.reset,
    busy: sending.isPending,
    answer: sending.data,
    submit: form.handleSubmit((values) => sending.mutate({ values, sent: form.getValues() })),
    field: (name: Path<V>) => ({ ...about(name), ...form.register(name) }),
    summary: <ErrorSummary errors={problems} attempt={submitCount + sending.failureCount} />,
    failure: sending.isError && !isRefused && (
      <FormMessage>{sentenceOf(sending.error, otherwise)}</FormMessage>
    ),
  }
}
