import { type ReactNode, useState } from 'react'
import { Button } from '../../../web/ui/button.tsx'
import { Dialog, DialogClose } from '../../../web/ui/dialog.tsx'
import { ErrorSummary, type FieldProblem } from '../../../web/ui/error-summary.tsx'
import { FormMessage, RequiredNote } from '../../../web/ui/form-note.tsx'
import { SaveButton } from '../../../web/ui/save-button.tsx'

export function EditorDialog(props: {
  title: string
  saveLabel: string
  problems: FieldProblem[]
  attempt: number
  dirty: boolean
  busy: boolean
  failure: string | undefined
  conflict: ReactNode
  onSubmit: (event: React.FormEvent<HTMLFormElement>) => void
  onClose: () => void
  children: ReactNode
}) {
  const [open, setOpen] = useState(true)
  const close = () => {
    setOpen(false)
    props.onClose()
  }
  return (
    <Dialog
      open={open}
      onOpenChange={close}
      title={props.title}
      size="md"
      dirty={props.dirty}
      discardQuestion="Discard your changes?"
      footer={
        <>
          <DialogClose asChild>
            <Button>Cancel</Button>
          </DialogClose>
          <SaveButton type="submit" form="content-editor" variant="primary" busy={props.busy}>
            {props.saveLabel}
          </SaveButton>
        </>
      }
    >
      <form id="content-editor" noValidate className="grid gap-5" onSubmit={props.onSubmit}>
        <RequiredNote />
        <ErrorSummary errors={props.problems} attempt={props.attempt} />
        {props.failure && <FormMessage>{props.failure}</FormMessage>}
        {props.conflict}
        {props.children}
      </form>
    </Dialog>
  )
}
