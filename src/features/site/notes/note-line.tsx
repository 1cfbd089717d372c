import type { PublishedNote } from '#features/content/live-pages/contract.ts'
import { DemoTag } from '#web/ui/badge.tsx'
import { Time } from '#web/ui/time.tsx'

type Facts = Pick<PublishedNote, 'publishedAt' | 'author' | 'minutes' | 'demo'>

/** Shows when a note was published, by whom, and its reading time. */
export function NoteLine({ note }: { note: Facts }) {
  return (
    <p className="small note-line">
      <Time value={note.publishedAt} />
      <span className="wrap-anywhere">{note.author}</span>
      <span>{note.minutes} min read</span>
      {note.demo && <DemoTag>Demo note</DemoTag>}
    </p>
  )
}
