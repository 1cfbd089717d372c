import { Trash2 } from 'lucide-react'
import { firstOf } from '#contract/cut-text.ts'
import { call } from '#contract/endpoint.ts'
import { useMay } from '#features/identity/sign-in/use-may.ts'
import { browser } from '#web/api/browser.ts'
import { useUndoableDeletion } from '#web/editing/undo-deletion.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { dayWords, Time } from '#web/ui/time.tsx'
import { useRefresh } from '../use-refresh.ts'
import { notes as endpoints, type Note } from './contract.ts'
import './notes.css'

const LazyForm = lazyComponent(async () => (await import('./note-form.tsx')).NoteForm)

/** The notes of a project, newest first. A deletion can be undone in place. */
export function NotesPanel({
  notes,
  ...project
}: {
  clientId: string
  projectId: string
  notes: Note[]
}) {
  const mayChange = useMay('admin')
  const refresh = useRefresh()
  const { remove, notice } = useUndoableDeletion<Note>({
    noun: 'note',
    nameOf: () => 'Note',
    remove: ({ id }) => call(browser, endpoints.remove, { ...project, noteId: id }),
    restore: ({ id }) => call(browser, endpoints.restore, { ...project, noteId: id }),
    refresh: refresh.project,
  })
  return (
    <div className="grid grid-cols-1 gap-5">
      {mayChange && <LazyForm {...project} />}
      {notice}
      {notes.length === 0 && !notice && (
        <EmptyState title="No notes yet" headingLevel={4}>
          Keep track of what was said, agreed and learned.
        </EmptyState>
      )}
      {notes.length > 0 && (
        <ul className="notes" aria-label="Notes">
          {notes.map((note) => (
            <li key={note.id} className="note">
              <div className="min-w-0">
                <p dir="auto" className="measure whitespace-pre-line">
                  {note.content}
                </p>
                <p dir="auto" className="small mt-1 text-ink-2">
                  {note.author && `${note.author}, `}
                  <Time value={note.createdAt} format="datetime" />
                </p>
              </div>
              {mayChange && (
                <Button
                  variant="quiet"
                  icon={Trash2}
                  aria-label={`Delete note: ${firstOf(note.content, 40)}, ${dayWords(note.createdAt)}`}
                  title="Delete note"
                  onClick={() => remove(note)}
                />
              )}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
