import { CalendarClock } from 'lucide-react'
import { useState } from 'react'
import { call } from '#contract/endpoint.ts'
import { browser } from '#web/api/browser.ts'
import { Button } from '#web/ui/button.tsx'
import { showFailure } from '#web/ui/outcome.ts'
import { chatOffers } from './contract.ts'
import { offerText } from './offer-text.ts'

type Props = { sessionId: string; disabled: boolean; onText: (text: string) => void }

/** Sends the visitor of a chat a link to book a call. */
export function OfferTimes({ sessionId, disabled, onText }: Props) {
  const [busy, setBusy] = useState(false)
  async function offer() {
    setBusy(true)
    try {
      const { url } = await call(browser, chatOffers.show, { sessionId })
      onText(offerText(url))
    } catch (error) {
      showFailure(error, 'Failed to offer times')
    }
    setBusy(false)
  }
  return (
    <Button
      variant="quiet"
      icon={CalendarClock}
      iconSize={16}
      size="sm"
      busy={busy}
      disabled={disabled}
      onClick={offer}
    >
      Offer Times
    </Button>
  )
}
