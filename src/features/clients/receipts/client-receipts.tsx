import { usePages } from '#web/api/pages.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Loaded } from '#web/ui/loaded.tsx'
import { Skeleton } from '#web/ui/loading.tsx'
import { Pagination } from '#web/ui/pagination.tsx'
import { Time } from '#web/ui/time.tsx'
import { clientReceipts } from './contract.ts'
import './client-receipts.css'

export function ClientReceipts({ clientId }: { clientId: string }) {
  const input = { id: clientId, limit: 10 }
  const { paging, ...loading } = usePages(clientReceipts.list, input, { parameter: null })
  return (
    <section className="panel" aria-labelledby="receipts-heading">
      <h2 id="receipts-heading" className="panel-heading" tabIndex={-1}>
        Receipts
      </h2>
      <Loaded
        query={{ ...loading, data: loading.data?.items }}
        className="m-4"
        message="Failed to fetch the receipts"
        skeleton={
          <div role="status" aria-label="Loading the receipts" className="grid gap-5 p-5">
            <Skeleton className="h-3.5 w-1/2" />
            <Skeleton className="h-3.5 w-2/3" />
          </div>
        }
      >
        {(receipts) =>
          receipts.length > 0 ? (
            <ul className="client-receipts">
              {receipts.map(({ id, seq, at, summary }) => (
                <li key={id}>
                  <p className="font-medium">{summary}</p>
                  <p className="small text-ink-2">
                    <span className="tabular-nums">
                      {seq === null ? 'Number pending' : `Receipt ${seq.toLocaleString()}`}
                    </span>
                    , <Time value={at} format="datetime" />
                  </p>
                </li>
              ))}
            </ul>
          ) : (
            <EmptyState title="No receipts yet">
              Leads, replies, calls and automations leave signed receipts here.
            </EmptyState>
          )
        }
      </Loaded>
      <Pagination label="Pages of receipts" {...paging} heading="#receipts-heading" />
    </section>
  )
}
