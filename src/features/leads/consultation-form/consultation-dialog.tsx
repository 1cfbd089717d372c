import { type FormEvent, type SubmitEvent, useEffect, useRef, useState } from 'react'
import { useFirm } from '#web/firm.ts'
import { tabStorage } from '#web/storage.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Dialog, DialogClose } from '#web/ui/dialog.tsx'
import { FormMessage, RequiredNote } from '#web/ui/form-note.tsx'
import { loadScreen } from '#web/ui/screen-code.ts'
import { submitByKeys } from '#web/ui/submit-by-keys.ts'
import { toast } from '#web/ui/toast-store.ts'
import { Honeypot, ProblemSummary, usePublicForm } from '../contact-form/public-form.tsx'
import { rememberedVisitor } from '../visitor-details.ts'
import {
  type Answers,
  countOfQuestions,
  differ,
  firstAnswers,
  isIncomplete,
  problemsIn,
  readAnswers,
} from './answers.ts'
import './consultation.css'
import { ConsultationGroups } from './consultation-groups.tsx'
import { ConsultationRail } from './consultation-rail.tsx'
import { ConsultationReceived, ReceivedTitle } from './consultation-received.tsx'

/** The dialog's form is that of a page, whose code sends it. */
const page = '/consultation'

export async function loadDialog() {
  if ((await loadScreen(page)) !== 'ready') throw new Error(`${page} could not be loaded.`)
  return ConsultationDialog
}

/** The path of the page on which a call can be booked; empty if none can. */
export type ReadBookPath = () => Promise<string>

const formId = 'consultation-form'

/** Storage key for the answers of a dialog that its visitor has neither sent nor closed. */
const draftKey = 'consultation'

/** Mounted for one opening, from the empty form to the confirmation. */
function ConsultationDialog({
  open,
  opener,
  readBookPath,
  onClose,
}: {
  open: boolean
  opener: HTMLElement | null
  /** Not given in a preview, which may send nothing. */
  readBookPath: ReadBookPath | undefined
  onClose: () => void
}) {
  const { replyWithin } = useFirm()
  const form = useRef<HTMLFormElement>(null)
  const submitButton = useRef<HTMLButtonElement>(null)
  const [blank] = useState(() => firstAnswers(rememberedVisitor()))
  const [first] = useState(() => ({ ...blank, ...tabStorage.readJson<Answers>(draftKey) }))
  const [answers, setAnswers] = useState(first)
  const [bookPath, setBookPath] = useState('')
  const { problems, attempt, refuse, recheck, isSending, answer, send, reset } =
    usePublicForm<Answers>()
  const { sent, failure } = answer ?? {}

  const requestToken = sent?.requestUrl?.split('/').at(-1)
  const mayBook = Boolean(bookPath && requestToken)

  // Known before anything is sent, so that the buttons then keep their places.
  useEffect(() => void readBookPath?.().then(setBookPath, () => {}), [readBookPath])

  useEffect(() => {
    if (sent) {
      tabStorage.write(draftKey, null)
    } else if (failure) {
      toast({
        title: 'Error sending consultation request',
        description: failure,
        variant: 'destructive',
      })
    }
  }, [sent, failure])

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isSending) return
    const now = readAnswers(new FormData(event.currentTarget))
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
    send(event.currentTarget, page)
  }

  function change(event: FormEvent<HTMLFormElement>) {
    const now = readAnswers(new FormData(event.currentTarget))
    setAnswers(now)
    tabStorage.writeJson(draftKey, now)
    const { name } = event.target as HTMLInputElement
    recheck(name, problemsIn(now))
  }

  return (
    <Dialog
      open={open}
      opener={opener}
      onClose={() => {
        if (isSending) reset()
        tabStorage.write(draftKey, null)
        onClose()
      }}
      size="lg"
      title={sent ? <ReceivedTitle /> : 'Request Free Consultation'}
      description={
        sent ? undefined : `A person reads every request and replies within ${replyWithin}.`
      }
      dirty={!sent && differ(answers, blank)}
      initialFocus="heading"
      className={sent ? 'consultation-done' : 'consultation-dialog'}
      footer={
        sent ? (
          <>
            <DialogClose asChild>
              <Button variant={mayBook ? 'secondary' : 'primary'}>Close</Button>
            </DialogClose>
            {mayBook && (
              <ButtonLink variant="primary" href={`${bookPath}?request=${requestToken}`}>
                Choose a Time
              </ButtonLink>
            )}
          </>
        ) : (
          <>
            {failure && (
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
      {answer?.sent ? (
        <ConsultationReceived {...answer.sent} answers={answer.values} />
      ) : (
        <>
          <ConsultationRail answers={answers} column={form} />
          <form
            ref={form}
            id={formId}
            noValidate
            method="post"
            className="consultation-form"
            aria-label="Request Free Consultation"
            onSubmit={submit}
            onInput={change}
            onKeyDown={submitByKeys}
          >
            <ProblemSummary prefix="consultation" problems={problems} attempt={attempt} />
            <RequiredNote />
            <ConsultationGroups first={first} problems={problems} disabled={isSending} />
            <Honeypot prefix="consultation" />
          </form>
        </>
      )}
    </Dialog>
  )
}
