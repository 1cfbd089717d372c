import { Trash2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { call } from '../../../contract/endpoint.ts'
import { browser } from '../../../web/api/browser.ts'
import { useMutation } from '../../../web/api/use-mutation.ts'
import { Button } from '../../../web/ui/button.tsx'
import { EmptyState } from '../../../web/ui/empty-state.tsx'
import { tellFailure, tellSuccess } from '../../../web/ui/outcome.ts'
import { Time } from '../../../web/ui/time.tsx'
import { useMay } from '../../identity/sign-in/use-may.ts'
import { useRefresh } from '../list/use-refresh.ts'
import { notes as endpoints, type Note } from './contract.ts'
import { NoteForm } from './note-form.tsx'

type Place = { clientId: string; projectId: string }

/** Notes of a project, newest first. A deletion is undone in place. */
export function NotesPanel({ notes, ...place }: Place & { notes: Note[] }) {
  const mayChange = useMay('admin')
  const { deleted, remove, restore } = useDeletion(place)
  return (
    <div className="grid grid-cols-1 gap-5">
      {mayChange && <NoteForm {...place} />}
      {deleted && <Deleted key={deleted.id} onUndo={() => restore(deleted)} />}
      {notes.length === 0 && !deleted && (
        <EmptyState title="No notes yet" headingLevel={4}>
          What was said, agreed and found out.
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
                <p className="small mt-1 text-ink-2">
                  {note.author && `${note.author}, `}
                  <Time value={note.createdAt} format="datetime" />
                </p>
              </div>
              {mayChange && (
                <Button
                  variant="quiet"
                  icon={Trash2}
                  aria-label={`Delete note: ${note.content.slice(0, 40)}`}
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

/** Takes the focus from the removed button, and outlives the toast. */
function Deleted({ onUndo }: { onUndo: () => void }) {
  const undo = useRef<HTMLButtonElement>(null)
  useEffect(() => undo.current?.focus(), [])
  return (
    <p className="note-deleted">
      Note deleted.
      <Button ref={undo} onClick={onUndo}>
        Undo deletion
      </Button>
    </p>
  )
}

function useDeletion(place: Place) {
  const refresh = useRefresh()
  const [deleted, setDeleted] = useState<Note | null>(null)
  const after = () => refresh.project(place.clientId, place.projectId)

  const restoring = useMutation({
    mutationFn: ({ id }: Note) => call(browser, endpoints.restore, { ...place, noteId: id }),
    onSuccess: async (_, note) => {
      setDeleted((now) => (now?.id === note.id ? null : now))
      await after()
      tellSuccess('Note restored')
    },
    onError: (error) => tellFailure(error, 'Failed to restore note'),
  })
  const deleting = useMutation({
    mutationFn: ({ id }: Note) => call(browser, endpoints.remove, { ...place, noteId: id }),
    onSuccess: async (_, note) => {
      await after()
      setDeleted(note)
      tellSuccess('Note deleted successfully', {
        altText: 'Undo deletion, also above the notes',
        run: () => restoring.mutate(note),
      })
    },
    onError: (error) => tellFailure(error, 'Failed to delete note'),
  })
  const isWorking = deleting.isPending || restoring.isPending
  const once = (run: (note: Note) => void) => (note: Note) => {
    if (!isWorking) run(note)
  }
  return { deleted, remove: once(deleting.mutate), restore: once(restoring.mutate) }
}
