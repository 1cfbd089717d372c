import type { DocumentDialogs } from '#features/mail/screens/document-dialogs.tsx'
import { lazyComponent } from '#web/ui/lazy-component.tsx'

/** Dialogs for attaching and saving a client's documents, loaded on demand. */
export const clientFiles: DocumentDialogs = {
  PickDialog: lazyComponent(
    async () => (await import('./document-pick-dialog.tsx')).DocumentPickDialog,
  ),
  SaveDialog: lazyComponent(
    async () => (await import('./document-save-dialog.tsx')).DocumentSaveDialog,
  ),
}
