import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { inbox } from '#features/inbox/deadlines/contract.ts'
import { Due, kindWords, nameOf } from '#features/inbox/screens/item-labels.tsx'
import { onePage } from '#web/api/pages.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Loaded } from '#web/ui/loaded.tsx'
import { SkeletonList } from '#web/ui/loading.tsx'
import '#features/inbox/screens/inbox.css'

const shown = 5

/** A block of the overview with the items whose replies are due first. */
export function WaitingBlock() {
  const found = useQuery(onePage(inbox.list, { limit: shown }))
  return (
    <Loaded
      query={found}
      message="Failed to fetch the inbox"
      skeleton={<SkeletonList rows={shown} />}
    >
      {({ items }) =>
        items.length === 0 ? (
          <EmptyState title="Nobody is waiting." headingLevel={3} />
        ) : (
          <ul className="divide-y divide-rule">
            {items.map((item) => (
              <li key={item.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 px-5 py-3">
                <Link
                  to={`/admin/inbox?item=${item.id}`}
                  dir="auto"
                  className="link min-w-0 font-semibold"
                >
                  {nameOf(item)}
                </Link>
                <span dir="auto" className="min-w-0 text-ink-2">
                  {[item.company, kindWords[item.kind]].filter(Boolean).join(' · ')}
                </span>
                <span className="ml-auto flex items-center gap-3">
                  <span dir="auto" className="small text-ink-2">
                    {item.assignee?.name ?? 'Unassigned'}
                  </span>
                  <Due item={item} />
                </span>
              </li>
            ))}
          </ul>
        )
      }
    </Loaded>
  )
}
