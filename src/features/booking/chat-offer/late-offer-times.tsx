import { late } from '#web/ui/late.tsx'

type Props = { sessionId: string; disabled: boolean; onText: (text: string) => void }

export const LateOfferTimes = late<Props>(
  async () => (await import('./offer-times.tsx')).OfferTimes,
)
