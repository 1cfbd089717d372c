import { useState } from 'react'
import { fileAddress } from '../../../web/api/upload.ts'
import { RowMenu } from '../../../web/ui/row-menu.tsx'
import { useOpenings } from '../../../web/ui/use-openings.ts'
import { useMay } from '../../identity/sign-in/use-may.ts'
import { dataExchange } from './contract.ts'
import { ErasePersonDialog } from './erase-person-dialog.tsx'
import { ImportClientsDialog } from './import-clients-dialog.tsx'

/** The response is an attachment, so the page stays. */
function save(address: string): void {
  window.location.assign(address)
}

/** Import, exports and erasure for the list of clients; empty for read-only users. */
export function ClientDataMenu() {
  const mayChange = useMay('admin')
  const isOwner = useMay('owner')
  const [shown, setShown] = useState<'import' | 'erase' | null>(null)
  const [opener, setOpener] = useState<HTMLElement | null>(null)
  const openings = useOpenings(shown !== null)
  if (!mayChange) return null

  const open = (dialog: 'import' | 'erase') => (from: HTMLElement | null) => {
    setOpener(from)
    setShown(dialog)
  }
  const close = () => setShown(null)
  return (
    <>
      <RowMenu
        label="Import and export"
        items={[
          { label: 'Import clients (CSV)', onSelect: open('import') },
          {
            label: 'Export clients (CSV)',
            onSelect: () => save(fileAddress(dataExchange.exportClients, {})),
          },
          {
            label: 'Export projects (CSV)',
            onSelect: () => save(fileAddress(dataExchange.exportProjects, {})),
          },
          ...(isOwner
            ? [{ label: "Erase a person's data", danger: true, onSelect: open('erase') }]
            : []),
        ]}
      />
      <ImportClientsDialog
        key={`import ${openings}`}
        open={shown === 'import'}
        onClose={close}
        opener={opener}
      />
      <ErasePersonDialog
        key={`erase ${openings}`}
        open={shown === 'erase'}
        onClose={close}
        opener={opener}
      />
    </>
  )
}

/** For owners, on a client's page: export as a zip, and erasure. */
export function OneClientDataMenu({
  clientId,
  email,
  onErased,
}: {
  clientId: string
  email: string
  onErased: () => void
}) {
  const isOwner = useMay('owner')
  const [erasing, setErasing] = useState(false)
  const [opener, setOpener] = useState<HTMLElement | null>(null)
  const openings = useOpenings(erasing)
  if (!isOwner) return null
  return (
    <>
      <RowMenu
        label="Data of this client"
        items={[
          {
            label: 'Export everything (ZIP)',
            onSelect: () => save(fileAddress(dataExchange.exportClient, { id: clientId })),
          },
          {
            label: "Erase this person's data",
            danger: true,
            onSelect: (from) => {
              setOpener(from)
              setErasing(true)
            },
          },
        ]}
      />
      <ErasePersonDialog
        key={openings}
        open={erasing}
        onClose={() => setErasing(false)}
        opener={opener}
        email={email}
        onErased={onErased}
      />
    </>
  )
}
