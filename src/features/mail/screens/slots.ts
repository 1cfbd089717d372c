import { type ComponentType, createContext } from 'react'
import type { MailFile } from '../threads/contract.ts'

type DialogProps = {
  clientId: string
  open: boolean
  onClose: () => void
  opener?: HTMLElement | null
}

export type PickedDocument = { id: string; name: string; size: number }

/** Components of later domains on the screens of this one. `admin/slots.tsx` fills them. */
export type MailSlots = {
  /** Chooses documents of a client for a mail. */
  PickDocuments?: ComponentType<DialogProps & { onPick: (documents: PickedDocument[]) => void }>
  /** Inserts times for a call into a mail. */
  OfferTimes?: ComponentType<{
    inquiryId: string | undefined
    clientId: string | undefined
    draft: string
    onDraft: (draft: string) => void
  }>
  /** Stores an attachment as a document of a client. */
  SaveDocument?: ComponentType<DialogProps & { file: MailFile }>
}

export const MailSlotsContext = createContext<MailSlots>({})
