import { late } from '#web/ui/late.tsx'

/** Mail on the page of a client; its code comes after the page. */
export const LateClientMail = late(
  async () => (await import('./client-mail-parts.tsx')).ClientMailPart,
  () => <div className="min-h-10" />,
)
