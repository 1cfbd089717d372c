import { type ReactNode, useId } from 'react'
import type { Paging } from '#web/api/pages.ts'
import { DataList } from '#web/ui/data-list.tsx'
import { Loaded } from '#web/ui/loaded.tsx'
import { SkeletonList } from '#web/ui/loading.tsx'

type Found<Item> = {
  data: { items: Item[] } | undefined
  isError: boolean
  isFetching: boolean
  refetch: () => unknown
  isPlaceholderData: boolean
  paging: Paging
}

/** A list with a heading. */
export function MailList<Item extends { id: string }>(props: {
  heading: string
  /** Text of the empty state. */
  none: string
  message: string
  found: Found<Item>
  children: (item: Item) => ReactNode
}) {
  const { heading, none, message, found } = props
  const id = useId()
  return (
    <section className="panel" aria-labelledby={id}>
      <h2 id={id} tabIndex={-1} className="panel-heading">
        {heading}
      </h2>
      <Loaded
        query={{ ...found, isError: found.isError && !found.data }}
        className="m-5"
        message={message}
        skeleton={<SkeletonList rows={2} />}
      >
        {({ items }) =>
          items.length === 0 ? (
            <p className="px-5 py-4 text-ink-2">{none}</p>
          ) : (
            <DataList
              caption={heading}
              rows={items}
              card={(item) => (
                <div className="grid items-start gap-x-5 gap-y-2 sm:grid-cols-[1fr_auto]">
                  {props.children(item)}
                </div>
              )}
              busy={found.isPlaceholderData}
              paging={found.paging}
              heading={`#${CSS.escape(id)}`}
            />
          )
        }
      </Loaded>
    </section>
  )
}
