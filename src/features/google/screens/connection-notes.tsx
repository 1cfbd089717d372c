import type { Output } from '#contract/endpoint.ts'
import { FormMessage } from '#web/ui/form-note.tsx'
import type { google } from '../connection/contract.ts'
import { groupNames } from '../connection/scopes.ts'

export function ConnectionNotes({ state }: { state: Output<typeof google.status> }) {
  const dead = state.grants.filter((grant) => grant.state !== 'ok')
  return (
    <>
      {state.sentence && <FormMessage tone="note">{state.sentence}</FormMessage>}
      {state.standIn && (
        <FormMessage tone="note">
          A stand-in for Google is in use: nothing leaves this computer.
        </FormMessage>
      )}
      {dead.map(({ group, reason }) => (
        <FormMessage key={group} tone="note">
          <strong>{groupNames[group]}:</strong> {reason}
        </FormMessage>
      ))}
    </>
  )
}
