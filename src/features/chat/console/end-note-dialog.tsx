import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogClose } from '#web/ui/dialog.tsx'
import { TextAreaField } from '#web/ui/labeled.tsx'
import { tooLong } from '#web/ui/refused-input.ts'
import type { DialogState } from '#web/ui/use-dialog.ts'
import { limits } from '../protocol/constants.ts'

type EndNoteDialogProps = DialogState & {
  visitor: string
  /** Returns false when the note could not be sent. */
  onEnd: (notes: string) => boolean
}

export function EndNoteDialog({ open, onClose, visitor, onEnd }: EndNoteDialogProps) {
  const [notes, setNotes] = useState('')
  const [lost, setLost] = useState(false)

  return (
    <Dialog
      open={open}
      onOpenChange={onClose}
      size="sm"
      title="End with a note"
      description={`The chat with ${visitor} ends right away. Only your team sees the note.`}
      dirty={notes.trim() !== ''}
      discardQuestion="Discard your note?"
      footer={
        <>
          <DialogClose asChild>
            <Button>Cancel</Button>
          </DialogClose>
          <Button
            variant="danger"
            onClick={() => {
              if (tooLong(notes, limits.notes)) return
              if (onEnd(notes.trim())) onClose()
              else setLost(true)
            }}
          >
            End Chat
          </Button>
        </>
      }
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
    </Dialog>
  )
}
