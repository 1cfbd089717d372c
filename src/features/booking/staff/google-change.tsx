import { call as send } from '#contract/endpoint.ts'
import { browser } from '#web/api/browser.ts'
import { Button } from '#web/ui/button.tsx'
import { useNow } from '#web/ui/use-now.ts'
import { agenda, type Call } from '../agenda/contract.ts'
import { nameOf, shortStart, startWords } from './call-words.ts'
import { useCallAct } from './use-agenda.ts'

/** How the event of a call was changed in Google Calendar. */
export function GoogleChangeWords({ call: { googleDiffers } }: { call: Call }) {
  const now = useNow()
  if (!googleDiffers) return null
  const { start } = googleDiffers
  if (!start) return <p>Deleted in Google Calendar.</p>
  return (
    <p>
      Moved in Google Calendar to{' '}
      <time dateTime={start} title={startWords(start)}>
        {shortStart(start, now)}
      </time>
      .
    </p>
  )
}

/** Offers to move the call to its event's time, or to restore the event. */
export function GoogleChangeActs({ call }: { call: Call }) {
  const { mutate: act, isPending } = useCallAct('Failed to change the call')
  const { id, googleDiffers } = call
  if (!googleDiffers) return null
  const name = nameOf(call)
  const follows = googleDiffers.start ? 'Move the Booking Too' : 'Cancel the Booking Too'
  const keep = (which: 'ours' | 'google', message: string) =>
    act({ send: () => send(browser, agenda.reconcile, { id, keep: which }), message })
  return (
    <>
      <Button
        busy={isPending}
        aria-label={`${follows}: ${name}`}
        onClick={() =>
          keep('google', googleDiffers.start ? 'The booking is moved' : 'The booking is cancelled')
        }
      >
        {follows}
      </Button>
      <Button
        busy={isPending}
        aria-label={`Put it back: ${name}`}
        onClick={() => keep('ours', 'The event is put back in Google Calendar')}
      >
        Put It Back
      </Button>
    </>
  )
}
