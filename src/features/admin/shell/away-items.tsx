import { useQuery, useQueryClient } from '@tanstack/react-query'
import { call, type Input } from '#contract/endpoint.ts'
import { presence } from '#features/notifications/presence/contract.ts'
import { browser } from '#web/api/browser.ts'
import { keyOf, query } from '#web/api/query.ts'
import { refetchAlways } from '#web/api/refetch-always.ts'
import { useMutation } from '#web/api/use-mutation.ts'
import { MenuItem, MenuNote, MenuSeparator } from '#web/ui/menu.tsx'
import { showFailure, showSuccess } from '#web/ui/outcome.ts'
import { Time } from '#web/ui/time.tsx'

function inAnHour(): string {
  return new Date(Date.now() + 3_600_000).toISOString()
}

/** Uses the time zone of this browser. */
function tomorrowMorning(): string {
  const at = new Date()
  at.setDate(at.getDate() + 1)
  at.setHours(9, 0, 0, 0)
  return at.toISOString()
}

/** Items for the menu under the user's name. */
export function AwayItems() {
  const client = useQueryClient()
  const queryKey = keyOf(presence.show, {})
  const { data } = useQuery({ ...query(presence.show), ...refetchAlways })
  const set = useMutation({
    mutationFn: (input: Input<typeof presence.update>) => call(browser, presence.update, input),
    onSuccess: async (answer) => {
      client.setQueryData(queryKey, answer)
      showSuccess(
        answer.state === 'away'
          ? 'You’re away: you won’t get what goes to everyone'
          : 'You’re available again',
      )
    },
    onError: (error) => showFailure(error, 'Failed to change this'),
  })
  if (!data) return null
  const isAway = data.state === 'away'
  return (
    <>
      <MenuSeparator />
      {isAway ? (
        <>
          <MenuNote>
            Away
            {data.until && (
              <>
                {' until '}
                <Time value={data.until} format="datetime" />
              </>
            )}
          </MenuNote>
          <MenuItem onSelect={() => set.mutate({ state: 'available' })}>Available Again</MenuItem>
        </>
      ) : (
        <>
          <MenuItem onSelect={() => set.mutate({ state: 'away' })}>Away</MenuItem>
          <MenuItem onSelect={() => set.mutate({ state: 'away', until: inAnHour() })}>
            Away for an Hour
          </MenuItem>
          <MenuItem onSelect={() => set.mutate({ state: 'away', until: tomorrowMorning() })}>
            Away Until Tomorrow Morning
          </MenuItem>
        </>
      )}
    </>
  )
}
