import { lazyComponent } from '#web/ui/lazy-component.tsx'

type Props = { sessionId: string; disabled: boolean; onText: (text: string) => void }

export const LazyOfferTimes = lazyComponent<Props>(
  async () => (await import('./offer-times.tsx')).OfferTimes,
)
