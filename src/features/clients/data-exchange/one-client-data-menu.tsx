import { useMay } from '#features/identity/sign-in/use-may.ts'
import { fileAddress } from '#web/api/upload.ts'
import { exportItem } from '#web/editing/export-item.ts'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { RowMenu } from '#web/ui/row-menu.tsx'
import { useDialog } from '#web/ui/use-dialog.ts'
import { dataExchange } from './contract.ts'

const LazyErase = lazyComponent(
  async () => (await import('./erase-person-dialog.tsx')).ErasePersonDialog,
)

/** Menu on a client's page for owners, with export as a zip and erasure. */
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
            'Export Everything (ZIP)',
            fileAddress(dataExchange.exportClient, { id: clientId }),
          ),
          {
            label: 'Erase This Person’s Data',
            danger: true,
            onSelect: (from) => erasing.show(true, from),
          },
        ]}
      />
      <LazyErase key={erasing.opening} {...erasing.state} {...person} />
    </>
  )
}
