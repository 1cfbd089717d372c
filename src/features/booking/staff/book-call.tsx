import { CalendarPlus } from 'lucide-react'
import type { Client } from '#features/clients/contract.ts'
import { textsOf } from '#web/editing/record-form.tsx'
import { Button } from '#web/ui/button.tsx'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { useDialog } from '#web/ui/use-dialog.ts'
import type { Person } from './person-fields.tsx'

const LazyDialog = lazyComponent(async () => (await import('./new-call-dialog.tsx')).NewCallDialog)

/** Books a call for somebody whose record is shown. */
export function BookCall({ person }: { person: Person }) {
  const dialog = useDialog<true>()
  return (
    <>
      <Button icon={CalendarPlus} onClick={({ currentTarget }) => dialog.show(true, currentTarget)}>
        Book a Call
      </Button>
      {dialog.subject && <LazyDialog key={dialog.opening} {...dialog.state} person={person} />}
    </>
  )
}

export function BookClientCall({ client }: { client: Client }) {
  const texts = textsOf(client, ['name', 'email', 'company', 'phone'])
  return <BookCall person={{ inquiryId: null, clientId: client.id, ...texts }} />
}
