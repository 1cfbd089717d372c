import { lazyComponent } from '#web/ui/lazy-component.tsx'

/** Mail on the page of a client; its code comes after the page. */
export const LazyClientMail = lazyComponent(
  async () => (await import('./client-mail-parts.tsx')).ClientMailPart,
  () => <div className="min-h-10" />,
)
