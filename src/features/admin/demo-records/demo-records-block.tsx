import { useQuery } from '@tanstack/react-query'
import { useMay } from '#features/identity/sign-in/use-may.ts'
import { query } from '#web/api/query.ts'
import { Button } from '#web/ui/button.tsx'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { Loaded } from '#web/ui/loaded.tsx'
import { Skeleton } from '#web/ui/loading.tsx'
import { useDialog } from '#web/ui/use-dialog.ts'
import { counted } from '#web/ui/words.ts'
import { demoRecords } from './contract.ts'

const LazyDialog = lazyComponent(
  async () => (await import('./remove-records-dialog.tsx')).RemoveDialog,
)

/** Shows owners the records that `npm run seed:demo` created. */
export function DemoRecordsBlock() {
  const isOwner = useMay('owner')
  const found = useQuery({ ...query(demoRecords.show), enabled: isOwner })
  const dialog = useDialog<true>()
  if (!isOwner) return null
  return (
    <section className="site-block" aria-labelledby="demo-records">
      <h3 id="demo-records" tabIndex={-1} className="font-semibold">
        Demo records
      </h3>
      <Loaded
        query={{ ...found, isError: found.isError && !found.data }}
        message="Unable to count the demo records at this time."
        skeleton={<Skeleton className="h-6" />}
      >
        {(data) =>
          data.clients + data.leads + data.chats + data.suggested.length === 0 ? (
            <p className="text-ink-2">None.</p>
          ) : (
            <>
              <p>
                {data.suggested.length > 0 &&
                  `${counted(data.suggested.length, 'record')} may be from an earlier demo. `}
                {data.clients + data.leads + data.chats > 0 && (
                  <>
                    {counted(data.clients, 'client')}, {counted(data.leads, 'request')},{' '}
                    {counted(data.chats, 'chat')} and {counted(data.files, 'file')} were made for
                    the demonstration.
                  </>
                )}
              </p>
              <p>
                <Button onClick={({ currentTarget }) => dialog.show(true, currentTarget)}>
                  Remove Demo Records…
                </Button>
              </p>
              {dialog.subject && <LazyDialog key={dialog.opening} {...dialog.state} {...data} />}
            </>
          )
        }
      </Loaded>
    </section>
  )
}
