import type { DocumentDialogs } from '#features/mail/screens/document-dialogs.tsx'
import { late } from '#web/ui/late.tsx'

/** Documents of clients in mails; fetched when they are asked for. */
export const clientFiles: DocumentDialogs = {
  PickDialog: late(async () => (await import('./document-pick-dialog.tsx')).DocumentPickDialog),
  SaveDialog: late(async () => (await import('./document-save-dialog.tsx')).DocumentSaveDialog),
}
