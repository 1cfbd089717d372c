import type { DocumentDialogs } from '#features/mail/screens/document-dialogs.tsx'
import { lazyComponent } from '#web/ui/lazy-component.tsx'

/** Documents of clients in mails; fetched when they are asked for. */
export const clientFiles: DocumentDialogs = {
  PickDialog: lazyComponent(
    async () => (await import('./document-pick-dialog.tsx')).DocumentPickDialog,
  ),
  SaveDialog: lazyComponent(
    async () => (await import('./document-save-dialog.tsx')).DocumentSaveDialog,
  ),
}
