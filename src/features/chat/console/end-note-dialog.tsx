import { useState } from 'react'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { TextAreaField } from '#web/ui/labeled.tsx'
import type { DialogState } from '#web/ui/use-dialog.ts'
import { limits } from '../protocol/constants.ts'

type EndNoteDialogProps = DialogState & {
  visitor: string
  /** Returns false when the note could not be sent. */
  onEnd: (notes: string) => boolean
}

export function EndNoteDialog({ visitor, onEnd, ...state }: EndNoteDialogProps) {
  const [notes, setNotes] = useState('')
  const [lost, setLost] = useState(false)

  return (
    <FormDialog
      {...state}
      id="end-note"
      size="sm"
      title="End with a note"
      description={`The chat with ${visitor} ends right away. Only your team sees the note.`}
      dirty={notes.trim() !== ''}
      discardQuestion="Discard your note?"
      submitLabel="End Chat"
      submitVariant="danger"
      busy={false}
      sends={false}
      onSubmit={(event) => {
        event.preventDefault()
        if (onEnd(notes.trim())) state.onClose()
        else setLost(true)
      }}
    >
      <TextAreaField
        label="Note"
        optional
        error={lost ? 'There’s no connection. Try again once it’s back.' : undefined}
        rows={4}
        limit={limits.notes}
        value={notes}
        onChange={(event) => setNotes(event.target.value)}
      />
    </FormDialog>
  )
}
