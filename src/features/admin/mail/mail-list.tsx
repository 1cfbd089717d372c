import { type ReactNode, useId } from 'react'
import { Loaded } from '#web/ui/loaded.tsx'
import { SkeletonList } from '#web/ui/loading.tsx'
import { ShowMore } from '#web/ui/show-more.tsx'

type Found<Item> = {
  data: { pages: { items: Item[] }[] } | undefined
  isError: boolean
  isFetching: boolean
  refetch: () => unknown
  hasNextPage: boolean
  isFetchingNextPage: boolean
  isFetchNextPageError: boolean
  fetchNextPage: () => Promise<unknown>
}

/** A list with a heading. Further pages load while scrolling. */
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
  const data = found.data?.pages.flatMap(({ items }) => items)
  return (
    <section className="panel" aria-labelledby={id}>
      <h2 id={id} tabIndex={-1} className="panel-heading">
        {heading}
      </h2>
      <Loaded
        query={{ ...found, data, isError: found.isError && !data }}
        className="m-5"
        message={message}
        skeleton={<SkeletonList rows={2} />}
      >
        {(items) =>
          items.length === 0 ? (
            <p className="px-5 py-4 text-ink-2">{none}</p>
          ) : (
            <ul className="divide-y divide-rule">
              {items.map((item) => (
                <li
                  key={item.id}
                  className="grid items-start gap-x-5 gap-y-2 px-5 py-4 sm:grid-cols-[1fr_auto]"
                >
                  {props.children(item)}
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      <ShowMore pages={found} />
    </section>
  )
}
