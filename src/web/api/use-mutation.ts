import {
  type MutateOptions,
  type UseMutationOptions,
  useMutation as useTanstackMutation,
} from '@tanstack/react-query'
import { useRef } from 'react'

/**
 * TanStack's `useMutation` that sends once: while a call is under way, further ones are ignored.
 * `isPending` alone cannot tell, because a second click may come before the page has drawn the
 * first. Mutations with a `scope` wait for each other instead.
 */
export function useMutation<Data = unknown, Problem = Error, Variables = void, Result = unknown>(
  options: UseMutationOptions<Data, Problem, Variables, Result>,
) {
  const mutation = useTanstackMutation(options)
  const underWay = useRef(false)
  underWay.current = mutation.isPending
  return {
    ...mutation,
    mutate(variables: Variables, callbacks?: MutateOptions<Data, Problem, Variables, Result>) {
      if (underWay.current && !options.scope) return
      underWay.current = true
      mutation.mutate(variables, callbacks)
    },
  }
}
