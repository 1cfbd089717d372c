import { late } from '../../../web/ui/late.tsx'
import type { DocumentDialogs } from '../../mail/screens/document-dialogs.tsx'

/** Documents of clients in mails; fetched when they are asked for. */
export const clientFiles: DocumentDialogs = {
  PickDialog: late(async () => (await import('./document-pick-dialog.tsx')).DocumentPickDialog),
  SaveDialog: late(async () => (await import('./document-save-dialog.tsx')).DocumentSaveDialog),
}
