import { type ComponentType, createContext, use } from 'react'
import type { MailFile } from '../threads/contract.ts'

type DialogProps = { clientId: string; onClose: () => void }

export type PickedDocument = { id: string; name: string; size: number }

/** Dialogs of a higher domain, which manages the documents of clients. */
export type DocumentDialogs = {
  /** Chooses documents for a mail. */
  PickDialog?: ComponentType<DialogProps & { onPick: (documents: PickedDocument[]) => void }>
  /** Stores an attachment as a document. */
  SaveDialog?: ComponentType<DialogProps & { file: MailFile }>
}

const DocumentDialogsContext = createContext<DocumentDialogs>({})

export const DocumentDialogsProvider = DocumentDialogsContext.Provider
export const useDocumentDialogs = (): DocumentDialogs => use(DocumentDialogsContext)
