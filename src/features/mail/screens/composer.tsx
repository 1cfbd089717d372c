import { FilePlus2, Paperclip, Zap } from 'lucide-react'
import {
  type DragEvent,
  type ReactNode,
  type SubmitEvent,
  use,
  useId,
  useRef,
  useState,
} from 'react'
import { acceptedExtensions } from '#contract/file-rules.ts'
import type { SuppressionReason } from '#contract/vocabulary.ts'
import { Button } from '#web/ui/button.tsx'
import { FormMessage } from '#web/ui/form-note.tsx'
import { TextArea } from '#web/ui/inputs.tsx'
import { TextField } from '#web/ui/labeled.tsx'
import { tooLong } from '#web/ui/refused-input.ts'
import { SaveButton } from '#web/ui/save-button.tsx'
import { shownKeys } from '#web/ui/shortcuts.ts'
import { submitByKeys } from '#web/ui/submit-by-keys.ts'
import { useDialog } from '#web/ui/use-dialog.ts'
import { SavedRepliesDialog } from '../saved-replies/saved-replies-dialog.tsx'
import { useSlashMenu } from '../saved-replies/slash-menu.tsx'
import { useSavedReplies } from '../saved-replies/use-saved-replies.ts'
import { type MailMessage, maxTextCharacters } from '../threads/contract.ts'
import { AttachmentList } from './attachment-list.tsx'
import { MailSlotsContext } from './slots.ts'
import './mail.css'
import { SendLater } from './send-later.tsx'
import { useAttaching } from './use-attachments.ts'
import type { About, ThreadState } from './use-thread.ts'
import { type Recipient, useFocusAfter, useWriting, type WritingState } from './use-writing.ts'

const suppressions: Record<SuppressionReason, string> = {
  bounced: 'A recent email to this address bounced.',
  complaint: 'This address marked one of our emails as spam.',
  not_me: 'Someone at this address said they didn’t write to us.',
}

export type MailComposerProps = {
  about: About
  recipient: Recipient
  state: ThreadState
  defaultSubject: string
  onSent?: (message: MailMessage) => void
  /** The text of a canceled mail has just been put back into the draft. */
  isDraftRestored?: boolean
  /** Shown instead of the composer if mail is not set up. */
  withoutMail: ReactNode
}

/** Writes a reply, or the first mail of a conversation. */
export function MailComposer({ withoutMail, ...props }: MailComposerProps) {
  const writing = useWriting(props)
  if (writing.isNotSetUp) return withoutMail
  return <WritingForm writing={writing} />
}

function WritingForm({ writing }: { writing: WritingState }) {
  const { draft, change, fill, send, unresolved, sender, clientId } = writing
  const input = useRef<HTMLTextAreaElement>(null)
  const picker = useRef<HTMLInputElement>(null)
  const id = useId()
  const managing = useDialog<true>()
  const picking = useDialog<true>()
  const [asked, setAsked] = useState(false)
  const { PickDocuments, OfferTimes } = use(MailSlotsContext)
  const { offered } = useSavedReplies()
  const slash = useSlashMenu({ input, draft: draft.text, replies: offered, fill, write })
  useFocusAfter(writing.restored, input)
  const attached = [...draft.files, ...draft.documents]
  const attaching = useAttaching(writing.draftKey, attached, writing.attach)
  const missing = unresolved.join(', ')
  const excess = tooLong(draft.text, maxTextCharacters)
  const problem =
    excess ??
    (asked && writing.isEmpty
      ? 'Write a message first.'
      : asked && missing
        ? `There’s no value for ${missing}. Fill it in yourself.`
        : asked && attaching.isUploading
          ? 'A file is still uploading.'
          : undefined)

  function write(text: string) {
    setAsked(false)
    change({ text })
    slash.typed(text)
  }

  function submit(how: { sendAt?: Date; force?: boolean } = {}) {
    const isReady = !writing.isEmpty && !excess && !missing && !attaching.isUploading
    setAsked(!isReady)
    if (isReady) {
      attaching.forgetRefused()
      return send(how)
    }
    const field = input.current
    field?.focus()
    const at = missing ? draft.text.indexOf(unresolved[0] ?? '') : -1
    if (at >= 0) field?.setSelectionRange(at, at + (unresolved[0]?.length ?? 0))
  }

  function insert(text: string) {
    const at = input.current?.selectionStart ?? draft.text.length
    write(`${draft.text.slice(0, at)}${fill(text)}${draft.text.slice(at)}`)
  }

  const takeFiles = (files: Iterable<File>) => attaching.add([...files])
  const onDrop = (event: DragEvent) => {
    if (event.dataTransfer.files.length === 0) return
    event.preventDefault()
    takeFiles(event.dataTransfer.files)
  }

  return (
    <>
      <form
        noValidate
        className="mail-composer"
        aria-label="Write an email"
        data-takes-files=""
        onSubmit={(event: SubmitEvent<HTMLFormElement>) => {
          event.preventDefault()
          submit()
        }}
        onKeyDown={submitByKeys}
        onDragOver={(event) => event.preventDefault()}
        onDrop={onDrop}
      >
        <Head writing={writing} />
        <div className="mail-box">
          {slash.menu}
          <TextArea
            ref={input}
            id={`${id}-text`}
            rows={3}
            className="mail-input"
            aria-label="Message"
            aria-describedby={problem ? `${id}-problem` : undefined}
            aria-invalid={problem ? true : undefined}
            placeholder={`Write to ${writing.name || writing.to || 'them'}, or type / for a saved reply`}
            readOnly={writing.isSending}
            value={draft.text}
            onChange={(event) => write(event.currentTarget.value)}
            onKeyDown={slash.onKey}
            onPaste={(event) => {
              if (event.clipboardData.files.length === 0) return
              event.preventDefault()
              takeFiles(event.clipboardData.files)
            }}
            {...(slash.suggestions && {
              'aria-autocomplete': 'list',
              'aria-controls': slash.suggestions.list,
              'aria-activedescendant': slash.suggestions.active,
            })}
          />
          {sender && (
            <p dir="auto" className="mail-signature" data-shown={!writing.isEmpty || undefined}>
              <span className="sr-only">Signature: </span>
              {`-- \n${sender.signature}`}
            </p>
          )}
          <AttachmentList
            attached={attached}
            uploads={attaching.uploads}
            onRemove={(gone) =>
              change({
                files: draft.files.filter((one) => one.id !== gone),
                documents: draft.documents.filter((one) => one.id !== gone),
              })
            }
          />
        </div>
        {missing && !problem && <p className="mail-note">Please fill in: {missing}</p>}
        {problem && (
          <p id={`${id}-problem`} role="alert" className="mail-note" data-problem="">
            {problem}
          </p>
        )}
        <Refusal writing={writing} onSendAnyway={() => submit({ force: true })} />
        <div className="mail-tools">
          <Button
            variant="quiet"
            icon={Paperclip}
            aria-label="Attach files"
            title="Attach files"
            onClick={() => picker.current?.click()}
          />
          {PickDocuments && clientId && (
            <Button
              variant="quiet"
              icon={FilePlus2}
              aria-label="Attach documents of the client"
              title="Attach documents of the client"
              onClick={({ currentTarget }) => picking.show(true, currentTarget)}
            />
          )}
          <Button
            variant="quiet"
            icon={Zap}
            aria-label="Saved replies"
            title="Saved replies"
            onClick={({ currentTarget }) => managing.show(true, currentTarget)}
          />
          {OfferTimes && (
            <OfferTimes
              inquiryId={writing.inquiryId}
              clientId={clientId ?? undefined}
              draft={draft.text}
              onDraft={write}
            />
          )}
          <span className="mail-send">
            <SendLater onSend={(sendAt) => submit({ sendAt })} />
            <SaveButton
              type="submit"
              variant="primary"
              busy={writing.isSending}
              aria-keyshortcuts="Control+Enter Meta+Enter"
              title={`Send (${shownKeys('mod+Enter').join(' ')})`}
            >
              Send
            </SaveButton>
          </span>
        </div>
        <input
          ref={picker}
          type="file"
          name="attachments"
          multiple
          hidden
          accept={acceptedExtensions}
          aria-label="Files to attach"
          onChange={({ currentTarget }) => {
            takeFiles(currentTarget.files ?? [])
            currentTarget.value = ''
          }}
        />
      </form>
      <SavedRepliesDialog
        key={managing.opening}
        {...managing.state}
        onUse={({ text }) => {
          managing.state.onClose()
          insert(text)
        }}
      />
      {PickDocuments && clientId && picking.subject && (
        <PickDocuments
          key={picking.opening}
          {...picking.state}
          clientId={clientId}
          onPick={(documents) => {
            const alreadyAttached = new Set(draft.documents.map((one) => one.id))
            const added = documents.filter((one) => !alreadyAttached.has(one.id))
            change({ documents: [...draft.documents, ...added] })
            picking.state.onClose()
          }}
        />
      )}
    </>
  )
}

function Head({ writing }: { writing: WritingState }) {
  const { to, name, thread, isNew, subject, change } = writing
  const warning = thread?.suppressed
  return (
    <>
      <p className="mail-to">
        To {name && <bdi className="font-semibold break-words">{name}</bdi>}{' '}
        <span className="break-all text-ink-2">{to ?? 'No address'}</span>
      </p>
      {warning && (
        <FormMessage tone="note">{suppressions[warning]} A reply will still be sent.</FormMessage>
      )}
      {isNew && (
        <TextField
          label="Subject"
          limit={200}
          autoComplete="off"
          value={subject}
          onChange={(event) => change({ subject: event.currentTarget.value })}
        />
      )}
    </>
  )
}

/** Why a mail was not sent. Its text stays in the composer. */
function Refusal(props: { writing: WritingState; onSendAnyway: () => void }) {
  const { conflict, problem, isSending } = props.writing
  if (conflict) {
    return (
      <FormMessage>
        <p>{conflict} Your email wasn’t sent.</p>
        <SaveButton className="mt-2" size="sm" busy={isSending} onClick={props.onSendAnyway}>
          Send Anyway
        </SaveButton>
      </FormMessage>
    )
  }
  return problem ? <FormMessage>{problem}</FormMessage> : null
}
