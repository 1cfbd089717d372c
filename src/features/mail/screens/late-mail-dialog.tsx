import { late } from '#web/ui/late.tsx'

/** Fetched when it is first opened. */
export const LateMailDialog = late(async () => (await import('./mail-dialog.tsx')).MailDialog)
