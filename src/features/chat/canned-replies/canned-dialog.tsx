import { Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../web/ui/button.tsx'
import { Dialog, DialogClose } from '../../../web/ui/dialog.tsx'
import { Field } from '../../../web/ui/field.tsx'
import { FormMessage } from '../../../web/ui/form-note.tsx'
import { TextArea, TextInput } from '../../../web/ui/inputs.tsx'
import { type CannedReply, keepReplies, readReplies } from './canned-replies.ts'

type Row = CannedReply & { id: number }

let lastId = 0
const numbered = (reply: CannedReply): Row => ({ ...reply, id: ++lastId })

export function CannedDialog({
  open,
  onOpenChange,
}: {
  open: boolean
  onOpenChange: (open: boolean) => void
}) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Canned replies"
      description="Type / in an empty message to use one. {name} becomes the visitor’s name, {hours} our hours. They are kept in this browser."
    >
      {open && <Replies onDone={() => onOpenChange(false)} />}
    </Dialog>
  )
}

function Replies({ onDone }: { onDone: () => void }) {
  const [rows, setRows] = useState(() => readReplies().map(numbered))
  const [lost, setLost] = useState(false)

  function change(id: number, part: Partial<CannedReply>) {
    setRows((before) => before.map((row) => (row.id === id ? { ...row, ...part } : row)))
  }

  function save() {
    const replies = rows
      .map(({ shortcut, text }) => ({
        shortcut: shortcut.trim().replace(/^\/+/, '').replace(/\s+/g, '-'),
        text: text.trim(),
      }))
      .filter(({ shortcut, text }) => shortcut && text)
    if (keepReplies(replies)) onDone()
    else setLost(true)
  }

  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
    >
      <ul className="grid gap-4">
        {rows.map((row) => (
          <li key={row.id} className="canned-row">
            <Field label="Shortcut">
              <TextInput
                value={row.shortcut}
                maxLength={40}
                onChange={(event) => change(row.id, { shortcut: event.target.value })}
              />
            </Field>
            <Field label="Text">
              <TextArea
                rows={2}
                maxLength={2000}
                value={row.text}
                onChange={(event) => change(row.id, { text: event.target.value })}
              />
            </Field>
            <Button
              variant="quiet"
              icon={Trash2}
              aria-label={`Remove ${row.shortcut || 'this reply'}`}
              onClick={() => setRows((before) => before.filter(({ id }) => id !== row.id))}
            />
          </li>
        ))}
      </ul>
      {lost && <FormMessage>This browser refuses to keep the replies.</FormMessage>}
      <div className="flex flex-wrap gap-3">
        <Button
          icon={Plus}
          onClick={() => setRows((before) => [...before, numbered({ shortcut: '', text: '' })])}
        >
          Add a reply
        </Button>
        <span className="ml-auto flex gap-3">
          <DialogClose asChild>
            <Button>Cancel</Button>
          </DialogClose>
          <Button type="submit" variant="primary">
            Save
          </Button>
        </span>
      </div>
    </form>
  )
}
