import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { type ComponentType, type ReactNode, useRef } from 'react'
import { useOutletContext } from 'react-router'
import { call, type Endpoint } from '#contract/endpoint.ts'
import type { SessionUser } from '#features/identity/sign-in/contract.ts'
import { browser } from '#web/api/browser.ts'
import { keyOf, overviewKey, query } from '#web/api/query.ts'
import { DeleteDialog } from '#web/editing/delete-dialog.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { SkeletonList } from '#web/ui/loading.tsx'
import { type RowAction, RowMenu } from '#web/ui/row-menu.tsx'
import { useShortcut } from '#web/ui/shortcuts.ts'
import { type DialogState, useDialog } from '#web/ui/use-dialog.ts'
import { counted } from '#web/ui/words.ts'
import './publishing.css'
import { useListOrder } from './use-list-order.ts'

export type Content = { id: string; title: string }

type ContentListProps<T extends Content> = {
  heading: string
  /** For example "service"; used in labels, questions and toasts. */
  noun: string
  addLabel: string
  emptyNote: string
  list: Endpoint
  /** Other lists that contain the same entries. */
  alsoStale?: readonly Endpoint[]
  reorder: Endpoint
  remove: Endpoint
  /** Content of a row, including the title. */
  columns: (item: T) => ReactNode
  editor: ComponentType<EditorProps<T>>
}

export type EditorProps<T> = DialogState & {
  /** Null for a new entry. */
  item: T | null
  /** Refetches the lists that contain the entry. */
  refresh: () => Promise<unknown>
}

/** An ordered list of one kind of public content. Only admins and owners may change it. */
export function ContentList<T extends Content>(props: ContentListProps<T>) {
  const { heading, noun, list, alsoStale = [], columns, editor: Editor } = props
  const cache = useQueryClient()
  const refresh = () =>
    Promise.all(
      [...[list, ...alsoStale].map((stale) => keyOf(stale)), overviewKey].map((queryKey) =>
        cache.invalidateQueries({ queryKey }),
      ),
    )
  const { data, isPending, isError, isFetching, refetch } = useQuery(query(list))
  const items = data as T[] | undefined
  const mayChange = useOutletContext<SessionUser>().role !== 'agent'
  const { move } = useListOrder(list, props.reorder)
  const editing = useDialog<T | null>()
  const deleting = useDialog<T>()
  const title = useRef<HTMLHeadingElement>(null)
  useShortcut({ keys: 'n', label: props.addLabel, run: () => editing.show(null) }, mayChange)

  const add = (
    <Button
      variant="primary"
      icon={Plus}
      title={`${props.addLabel} (N)`}
      aria-keyshortcuts="N"
      onClick={({ currentTarget }) => editing.show(null, currentTarget)}
    >
      {props.addLabel}
    </Button>
  )
  function orderItems({ id }: T, index: number): RowAction[] {
    const up = { label: 'Move Up', keepsFocus: true, onSelect: () => void move(id, -1) }
    const down = { label: 'Move Down', keepsFocus: true, onSelect: () => void move(id, 1) }
    return [...(index > 0 ? [up] : []), ...(index < (items?.length ?? 0) - 1 ? [down] : [])]
  }
  const headingId = `${noun.replace(' ', '-')}-list`
  return (
    <section className="panel" aria-labelledby={headingId}>
      <div className="panel-heading flex flex-wrap items-center gap-3">
        <h2 id={headingId} ref={title} tabIndex={-1}>
          {heading}
        </h2>
        <span role="status" className="small font-text font-normal tracking-normal text-ink-2">
          {items && counted(items.length, noun, plural(noun))}
        </span>
        <span className="ml-auto">{mayChange && add}</span>
      </div>
      {!mayChange && (
        <p className="small px-5 pt-3 text-ink-2">You can read these; admins can change them.</p>
      )}
      {isPending && <SkeletonList rows={6} />}
      {isError && (
        <ErrorState
          className="m-5"
          message={`Unable to load ${plural(noun)} at this time.`}
          onRetry={refetch}
          retrying={isFetching}
        />
      )}
      {items?.length === 0 && (
        <EmptyState title={`No ${plural(noun)} yet`} action={mayChange && add}>
          {props.emptyNote}
        </EmptyState>
      )}
      {items && items.length > 0 && (
        <ol className="divide-y divide-rule">
          {items.map((item, index) => (
            <li key={item.id} className="content-row">
              {columns(item)}
              {mayChange && (
                <span className="content-actions">
                  <Button
                    variant="quiet"
                    aria-label={`Edit ${item.title}`}
                    onClick={({ currentTarget }) => editing.show(item, currentTarget)}
                  >
                    Edit
                  </Button>
                  <Button
                    variant="quiet"
                    aria-label={`Delete ${item.title}`}
                    onClick={({ currentTarget }) => deleting.show(item, currentTarget)}
                  >
                    Delete
                  </Button>
                  {items.length > 1 && (
                    <RowMenu label={`More for ${item.title}`} items={orderItems(item, index)} />
                  )}
                </span>
              )}
            </li>
          ))}
        </ol>
      )}
      {editing.subject !== undefined && (
        <Editor key={editing.opening} {...editing.state} item={editing.subject} refresh={refresh} />
      )}
      {deleting.subject && (
        <DeleteDialog
          key={deleting.opening}
          {...deleting.state}
          noun={noun}
          name={deleting.subject.title}
          consequence="It disappears from the public site at once. This action cannot be undone."
          send={() => call(browser, props.remove, { id: deleting.subject?.id ?? '' })}
          onDeleted={refresh}
          focusAfterwards={() => title.current}
        />
      )}
    </section>
  )
}

function plural(noun: string): string {
  return noun.endsWith('y') ? `${noun.slice(0, -1)}ies` : `${noun}s`
}
