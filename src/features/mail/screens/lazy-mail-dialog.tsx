import { lazyComponent } from '#web/ui/lazy-component.tsx'

/** The dialog's code is loaded when it is first opened. */
export const LazyMailDialog = lazyComponent(
  async () => (await import('./mail-dialog.tsx')).MailDialog,
)
