import { mailtoOf } from '#contract/email-address.ts'
import { EntryList } from '#features/inbox/screens/entry-list.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { CenteredSpinner } from '#web/ui/spinner.tsx'
import type { DialogState } from '#web/ui/use-dialog.ts'
import '#features/inbox/screens/inbox.css'
import { MailComposer } from './composer.tsx'
import './mail.css'
import { entryOf } from './use-mail-entries.tsx'
import {
  type About,
  aboutOfEmptiedThread,
  draftNameOf,
  nameOfAbout,
  useThread,
} from './use-thread.ts'
import type { Recipient } from './use-writing.ts'

export type MailDialogProps = DialogState & {
  about: About
  recipient: Recipient
  /** The subject of a new conversation. */
  defaultSubject?: string
}

/** Shows a mail conversation, or begins one, outside the inbox. */
export function MailDialog(props: MailDialogProps) {
  const { open, onClose, opener, recipient, defaultSubject = '' } = props
  const named = useThread(open ? props.about : undefined)
  const anew = aboutOfEmptiedThread(named)
  const about = anew ?? props.about
  const state = useThread(open ? about : undefined)
  const { thread, messages = [] } = state
  const name = thread?.name ?? recipient.name
  const email = thread ? thread.to : recipient.email
  const clientId = thread?.clientId ?? recipient.clientId
  const more = { draftName: draftNameOf(about, state), clientId }
  return (
    <Dialog
      open={open}
      onClose={onClose}
      opener={opener}
      size="lg"
      title={thread?.subject ?? 'Write an email'}
      className="mail-dialog"
      initialFocus="heading"
    >
      <div className="mail-dialog-body">
        {state.isError && (
          <ErrorState
            message="Failed to fetch the conversation"
            onRetry={state.refetch}
            retrying={state.isFetching}
          />
        )}
        {!state.isError && !state.isReady && <CenteredSpinner />}
        {messages.length > 0 && (
          <EntryList
            entries={messages.map((message) => entryOf(message, more))}
            earlier={
              state.hasEarlier
                ? { isLoading: state.isLoadingEarlier, load: () => void state.loadEarlier() }
                : undefined
            }
            nameOf={() => name || email || 'A visitor'}
          />
        )}
        {state.isReady &&
          (email ? (
            <MailComposer
              key={nameOfAbout(about)}
              isDraftRestored={anew !== undefined}
              about={about}
              recipient={recipient}
              state={state}
              defaultSubject={defaultSubject}
              withoutMail={<WithoutMail email={email} />}
              {...(!thread && { onSent: onClose })}
            />
          ) : (
            <p className="text-ink-2">We have no email address for this person.</p>
          ))}
      </div>
    </Dialog>
  )
}

function WithoutMail({ email }: { email: string }) {
  return (
    <p className="flex flex-wrap gap-x-4">
      <span className="font-semibold">Email isn’t set up</span>
      <a className="link break-all" href={mailtoOf(email)}>
        {email}
      </a>
    </p>
  )
}
