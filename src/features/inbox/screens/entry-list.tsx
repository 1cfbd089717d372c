import { Button } from '#web/ui/button.tsx'
import { Time } from '#web/ui/time.tsx'
import type { Earlier, Entry } from './slots.ts'

export const entryId = (id: string): string => `entry-${id}`

/** Messages and events in the given order. `nameOf` returns a name for authors without one. */
export function EntryList(props: {
  entries: readonly Entry[]
  earlier: Earlier | undefined
  nameOf: () => string
}) {
  const { entries, earlier, nameOf } = props
  return (
    <>
      {earlier && (
        <Button size="sm" className="mb-3" busy={earlier.isLoading} onClick={earlier.load}>
          Show Earlier Emails
        </Button>
      )}
      <ol className="grid grid-cols-1 gap-3">
        {entries.map((entry) => (
          <li key={entry.id} id={entryId(entry.id)} className="inbox-entry" data-by={entry.by}>
            {entry.by === 'event' ? (
              <p dir="auto">
                <Time value={entry.at} format="datetime" /> · {entry.content}
              </p>
            ) : (
              <article>
                <p className="inbox-entry-head">
                  <span dir="auto" className="font-semibold">
                    {entry.name || nameOf()}
                  </span>{' '}
                  <Time value={entry.at} format="datetime" className="text-ink-2" />
                </p>
                <div dir="auto" className="measure whitespace-pre-line">
                  {entry.content}
                </div>
              </article>
            )}
          </li>
        ))}
      </ol>
    </>
  )
}
