import {
  type MutateOptions,
  type UseMutationOptions,
  useMutation as useTanstackMutation,
} from '@tanstack/react-query'
import { useRef } from 'react'

/**
 * Ignores calls while one is pending, even before React renders that state. Calls that share a
 * `scope` are queued instead.
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
