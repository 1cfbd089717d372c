import { fileAddress } from '../../../web/api/upload.ts'
import { type RowAction, RowMenu } from '../../../web/ui/row-menu.tsx'
import { useDialog } from '../../../web/ui/use-dialog.ts'
import { useMay } from '../../identity/sign-in/use-may.ts'
import { dataExchange } from './contract.ts'
import { ErasePersonDialog } from './erase-person-dialog.tsx'
import { ImportClientsDialog } from './import-clients-dialog.tsx'

const exportItem = (label: string, address: string): RowAction => ({
  label,
  // The response is an attachment, so the page stays.
  onSelect: () => window.location.assign(address),
})

/** Import, exports and erasure for the list of clients; empty for read-only users. */
export function ClientDataMenu() {
  const mayChange = useMay('admin')
  const isOwner = useMay('owner')
  const importing = useDialog<true>()
  const erasing = useDialog<true>()
  if (!mayChange) return null
  const erase: RowAction = {
    ...{ label: "Erase a person's data", danger: true },
    onSelect: (from) => erasing.show(true, from),
  }
  return (
    <>
      <RowMenu
        label="Import and export"
        items={[
          { label: 'Import clients (CSV)', onSelect: (from) => importing.show(true, from) },
          exportItem('Export clients (CSV)', fileAddress(dataExchange.exportClients, {})),
          exportItem('Export projects (CSV)', fileAddress(dataExchange.exportProjects, {})),
          ...(isOwner ? [erase] : []),
        ]}
      />
      <ImportClientsDialog key={`import ${importing.opening}`} {...importing.state} />
      <ErasePersonDialog key={`erase ${erasing.opening}`} {...erasing.state} />
    </>
  )
}

/** For owners, on a client's page: export as a zip, and erasure. */
export function OneClientDataMenu(props: {
  clientId: string
  email: string
  onErased: () => void
}) {
  const { clientId, ...person } = props
  const isOwner = useMay('owner')
  const erasing = useDialog<true>()
  if (!isOwner) return null
  return (
    <>
      <RowMenu
        label="Data of this client"
        items={[
          exportItem(
            'Export everything (ZIP)',
            fileAddress(dataExchange.exportClient, { id: clientId }),
          ),
          {
            ...{ label: "Erase this person's data", danger: true },
            onSelect: (from) => erasing.show(true, from),
          },
        ]}
      />
      <ErasePersonDialog key={erasing.opening} {...erasing.state} {...person} />
    </>
  )
}
