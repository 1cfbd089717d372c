import type { RowAction } from '../ui/row-menu.tsx'
import { loadDocument } from './document-links.ts'

export const exportItem = (label: string, address: string): RowAction => ({
  label,
  // The response is an attachment, so the page stays.
  onSelect: () => void loadDocument(address),
})
