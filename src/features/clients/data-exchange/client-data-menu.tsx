import { useMay } from '#features/identity/sign-in/use-may.ts'
import { fileAddress } from '#web/api/upload.ts'
import { exportItem } from '#web/editing/export-item.ts'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { type RowAction, RowMenu } from '#web/ui/row-menu.tsx'
import { useDialog } from '#web/ui/use-dialog.ts'
import { dataExchange } from './contract.ts'
import { ImportClientsDialog } from './import-clients-dialog.tsx'

const LazyErase = lazyComponent(
  async () => (await import('./erase-person-dialog.tsx')).ErasePersonDialog,
)

/** Import, exports and erasure for the list of clients. Empty for read-only users. */
export function ClientDataMenu() {
  const mayChange = useMay('admin')
  const isOwner = useMay('owner')
  const importing = useDialog<true>()
  const erasing = useDialog<true>()
  if (!mayChange) return null
  const erase: RowAction = {
    label: 'Erase a Person’s Data',
    danger: true,
    onSelect: (from) => erasing.show(true, from),
  }
  return (
    <>
      <RowMenu
        label="Import and export"
        items={[
          { label: 'Import Clients (CSV)', onSelect: (from) => importing.show(true, from) },
          exportItem('Export Clients (CSV)', fileAddress(dataExchange.exportClients, {})),
          exportItem('Export Projects (CSV)', fileAddress(dataExchange.exportProjects, {})),
          ...(isOwner ? [erase] : []),
        ]}
      />
      <ImportClientsDialog key={`import ${importing.opening}`} {...importing.state} />
      <LazyErase key={`erase ${erasing.opening}`} {...erasing.state} />
    </>
  )
}
