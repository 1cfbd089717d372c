import { type FormEvent, type SubmitEvent, useRef, useState } from 'react'
import { brand } from '../../../brand.ts'
import { Button } from '../../../web/ui/button.tsx'
import { Dialog, DialogClose } from '../../../web/ui/dialog.tsx'
import { ErrorSummary } from '../../../web/ui/error-summary.tsx'
import { FormMessage, RequiredNote } from '../../../web/ui/form-note.tsx'
import { toast } from '../../../web/ui/toast-store.ts'
import { type ContactProblems, withoutMended } from '../contact/contact-values.ts'
import { rememberedVisitor } from '../contact/visitor-details.ts'
import {
  controlId,
  countOfQuestions,
  differ,
  firstAnswers,
  isIncomplete,
  problemsIn,
  readAnswers,
} from './answers.ts'
import './consultation.css'
import { ConsultationGroups } from './consultation-groups.tsx'
import { WithRail } from './consultation-rail.tsx'
import { ConsultationReceived, ReceivedTitle } from './consultation-received.tsx'
import { useConsultationRequest } from './use-consultation-request.ts'

const formId = 'consultation-form'

/** Lives for one opening, from the empty form to the confirmation. */
export function ConsultationDialog({
  open,
  opener,
  onClose,
}: {
  open: boolean
  opener: HTMLElement | null
  onClose: () => void
}) {
  const form = useRef<HTMLFormElement>(null)
  const submitButton = useRef<HTMLButtonElement>(null)
  const [first] = useState(() => firstAnswers(rememberedVisitor()))
  const [answers, setAnswers] = useState(first)
  const [problems, setProblems] = useState<ContactProblems>({})
  const [attempt, setAttempt] = useState(0)
  const { sent, isSending, failure, ...request } = useConsultationRequest(refuse)

  function refuse(found: ContactProblems) {
    setProblems(found)
    setAttempt((count) => count + 1)
  }

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (request.isBusy()) return
    const data = new FormData(event.currentTarget)
    const now = readAnswers(data)
    const found = problemsIn(now)
    refuse(found)
    if (isIncomplete(now)) {
      toast({
        title: 'Missing required fields',
        description: 'Please fill in all required fields (marked with *).',
        variant: 'destructive',
      })
    }
    if (Object.keys(found).length > 0) return
    // The fields are about to be disabled, and a disabled field loses the focus.
    submitButton.current?.focus()
    request.send(now, String(data.get('website') ?? ''))
  }

  function change(event: FormEvent<HTMLFormElement>) {
    const now = readAnswers(new FormData(event.currentTarget))
    setAnswers(now)
    const { name } = event.target as HTMLInputElement
    setProblems((before) => withoutMended(before, name, problemsIn(now)))
  }

  return (
    <Dialog
      open={open}
      onOpenChange={() => {
        request.abandon()
        onClose()
      }}
      size="lg"
      title={sent ? <ReceivedTitle /> : 'Request Free Consultation'}
      description={
        sent
          ? undefined
          : `A person reads every request and replies within ${brand.replyWithinHours} hours.`
      }
      dirty={!sent && differ(answers, first)}
      initialFocus="heading"
      returnFocusTo={() => opener}
      className={sent ? 'consultation-done' : 'consultation-dialog'}
      footer={
        sent ? (
          <DialogClose asChild>
            <Button variant="primary">Close</Button>
          </DialogClose>
        ) : (
          <>
            {failure && !isSending && (
              <div className="consultation-failure">
                <FormMessage>{failure} Your answers are still here.</FormMessage>
              </div>
            )}
            <p className="consultation-count">{countOfQuestions}</p>
            <DialogClose asChild>
              <Button>Cancel</Button>
            </DialogClose>
            <Button
              ref={submitButton}
              type="submit"
              form={formId}
              variant="primary"
              busy={isSending}
            >
              {isSending ? 'Sending...' : 'Send Request'}
            </Button>
          </>
        )
      }
    >
      {sent ? (
        <ConsultationReceived {...sent} />
      ) : (
        <WithRail answers={answers} column={form}>
          <form
            ref={form}
            id={formId}
            noValidate
            method="post"
            className="consultation-form"
            aria-label="Request Free Consultation"
            onSubmit={submit}
            onInput={change}
            onKeyDown={(event) => {
              const inText = event.target instanceof HTMLTextAreaElement
              if (inText && event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
                event.currentTarget.requestSubmit()
              }
            }}
          >
            <ErrorSummary
              attempt={attempt}
              errors={Object.entries(problems).map(([question, message]) => ({
                id: controlId(question),
                message,
              }))}
            />
            <RequiredNote />
            <ConsultationGroups first={first} problems={problems} disabled={isSending} />
            <div className="sr-only" aria-hidden="true">
              <label htmlFor="consultation-website">Leave this field empty</label>
              <input id="consultation-website" name="website" tabIndex={-1} autoComplete="off" />
            </div>
          </form>
        </WithRail>
      )}
    </Dialog>
  )
}
