import { lazyComponent } from '#web/ui/lazy-component.tsx'

/** The mail on a client's page. Its code loads after the page. */
export const LazyClientMail = lazyComponent(
  async () => (await import('./client-mail-parts.tsx')).ClientMailPart,
  () => <div className="min-h-10" />,
)
