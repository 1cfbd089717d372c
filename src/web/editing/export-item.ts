import { loadDocument } from '../ui/document-links.ts'
import type { RowAction } from '../ui/row-menu.tsx'

export const exportItem = (label: string, address: string): RowAction => ({
  label,
  // The response is an attachment, so the browser stays on the page.
  onSelect: () => void loadDocument(address),
})
