import { useQueryClient } from '@tanstack/react-query'
import { call, type Role } from '#contract/endpoint.ts'
import { browser } from '#web/api/browser.ts'
import { keyOf } from '#web/api/query.ts'
import { useMutation } from '#web/api/use-mutation.ts'
import { showFailure } from '#web/ui/outcome.ts'
import { toast } from '#web/ui/toast-store.ts'
import { type User, users } from './contract.ts'

export function useUserChanges({ id, username }: User) {
  const client = useQueryClient()
  const failed = (otherwise: string) => (error: unknown) => showFailure(error, otherwise)
  const done = (title: string, description: string) => async () => {
    toast({ title, description })
    await client.invalidateQueries({ queryKey: keyOf(users.list) })
  }
  return {
    role: useMutation({
      mutationFn: (role: Role) => call(browser, users.update, { id, role }),
      onSuccess: (_, role) =>
        done('Role changed', `${username} signs in again and continues as ${role}.`)(),
      onError: failed('Failed to change the role'),
    }),
    deactivate: useMutation({
      mutationFn: () => call(browser, users.update, { id, active: false }),
      onSuccess: done('User deactivated', `${username} is signed out everywhere.`),
      onError: failed('Failed to deactivate the user'),
    }),
    activate: useMutation({
      mutationFn: () => call(browser, users.update, { id, active: true }),
      onSuccess: done('User activated', `${username} can sign in again.`),
      onError: failed('Failed to activate the user'),
    }),
    cancel: useMutation({
      mutationFn: () => call(browser, users.cancelInvitation, { id }),
      onSuccess: done('Invitation cancelled', `The link for ${username} no longer works.`),
      onError: failed('Failed to cancel the invitation'),
    }),
    resetSecondFactor: useMutation({
      mutationFn: () => call(browser, users.resetSecondFactor, { id }),
      onSuccess: done(
        'Two-factor authentication turned off',
        `${username} signs in with the password alone.`,
      ),
      onError: failed('Failed to turn off two-factor authentication'),
    }),
  }
}
