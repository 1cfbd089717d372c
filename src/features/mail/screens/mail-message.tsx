import { Download, FileText, FolderInput } from 'lucide-react'
import { type ReactNode, use, useState } from 'react'
import { formatSize } from '#contract/file-rules.ts'
import { useMay } from '#features/identity/sign-in/use-may.ts'
import { fileAddress } from '#web/api/upload.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { useDialog } from '#web/ui/use-dialog.ts'
import { incoming } from '../incoming/contract.ts'
import { mailFiles } from '../outgoing/contract.ts'
import type { MailFile, MailMessage as Message } from '../threads/contract.ts'
import { DeliveryLine } from './delivery-line.tsx'
import { MailSlotsContext } from './slots.ts'
import './mail.css'
import { MailText } from './mail-text.tsx'
import { SuspectReasons } from './suspect-reasons.tsx'

const automatic: Partial<Record<Message['kind'], string>> = {
  confirmation: 'Automatic',
  chat_follow_up: 'Automatic',
  meeting: 'Automatic',
  automatic: 'Automatic',
  bounce: 'Bounced',
  note: 'Note for staff',
}

export type MailMessageProps = {
  message: Message
  draftName: string
  /** The client whose documents may include the attachments. */
  clientId: string | null
  /** Set if the subject is not obvious. */
  subject?: string | undefined
}

/** The content of a mail, without its sender and time. */
export function MailMessage({ message, draftName, clientId, subject }: MailMessageProps) {
  const { from, to, kind, direction, fromOtherAddress, files, refusedFiles } = message
  const { suspectReasons, shownInChat, via } = message
  const isFolded = kind === 'confirmation' || kind === 'bounce'
  return (
    <div className="mail" id={`mail-${message.id}`}>
      <p className="mail-head">
        <span className="break-all">
          {direction === 'out' && `To ${to}`}
          {direction === 'in' && `From ${from.address || 'no valid address'}`}
          {via && ` via ${via}`}
        </span>
        {automatic[kind] && <Badge variant="secondary">{automatic[kind]}</Badge>}
        {fromOtherAddress && <Badge variant="canary">From another address</Badge>}
      </p>
      {suspectReasons.length > 0 && <SuspectReasons reasons={suspectReasons} />}
      {shownInChat === false && (
        <p className="small text-ink-2">Only staff see this email. It isn’t shown in the chat.</p>
      )}
      {subject && !isFolded && (
        <p dir="auto" className="font-semibold wrap-anywhere">
          {subject}
        </p>
      )}
      <Folded summary={isFolded ? message.subject : undefined}>
        <MailText text={message.text} quotedText={message.quotedText} />
      </Folded>
      {(files.length > 0 || refusedFiles.length > 0) && (
        <ul className="mail-files" aria-label="Attachments">
          {files.map((file) => (
            <File key={file.id} file={file} clientId={clientId} />
          ))}
          {refusedFiles.map(({ name, size, reason }) => (
            <li key={`${name} ${size}`} className="mail-file" data-refused="">
              <span className="min-w-0">
                <span dir="auto" className="mail-file-name">
                  {name}
                </span>
                <span className="small block text-ink-2">
                  {formatSize(size)} · Not kept: {reason}
                </span>
              </span>
            </li>
          ))}
        </ul>
      )}
      {direction === 'in' && kind !== 'note' && <Original message={message} />}
      <DeliveryLine message={message} draftName={draftName} />
    </div>
  )
}

/** A received mail in its original form: its HTML in an isolated frame, and the file. */
function Original({ message: { id, hasHtml } }: { message: Message }) {
  const isAdmin = useMay('admin')
  const [isShown, setShown] = useState(false)
  if (!hasHtml && !isAdmin) return null
  return (
    <>
      <div className="mail-actions">
        {hasHtml && (
          <Button size="sm" aria-expanded={isShown} onClick={() => setShown(!isShown)}>
            {isShown ? 'Hide HTML' : 'Show as HTML'}
          </Button>
        )}
        {isAdmin && (
          <ButtonLink size="sm" href={fileAddress(incoming.raw, { id })}>
            Download Original
          </ButtonLink>
        )}
      </div>
      {isShown && (
        <iframe
          sandbox=""
          title="The email as HTML"
          className="mail-html"
          src={fileAddress(incoming.html, { id })}
        />
      )}
    </>
  )
}

/** Folds mails that the product wrote, since staff rarely need their text. */
function Folded({ summary, children }: { summary: string | undefined; children: ReactNode }) {
  if (summary === undefined) return children
  return (
    <details className="mail-details">
      <summary dir="auto">{summary}</summary>
      {children}
    </details>
  )
}

function File({ file, clientId }: { file: MailFile; clientId: string | null }) {
  const { id, name, size } = file
  const { SaveDocument } = use(MailSlotsContext)
  const isAdmin = useMay('admin')
  const saving = useDialog<true>()
  return (
    <li className="mail-file">
      <Icon icon={FileText} size={18} className="flex-none text-ink-2" />
      <span className="min-w-0 flex-1">
        <span dir="auto" className="mail-file-name" title={name}>
          {name}
        </span>
        <span className="small block text-ink-2">{formatSize(size)}</span>
      </span>
      {isAdmin && SaveDocument && clientId && (
        <>
          <Button
            variant="quiet"
            size="sm"
            icon={FolderInput}
            aria-label={`Save ${name} as a document`}
            title="Save as a document"
            onClick={({ currentTarget }) => saving.show(true, currentTarget)}
          />
          {saving.subject && (
            <SaveDocument key={saving.opening} {...saving.state} file={file} clientId={clientId} />
          )}
        </>
      )}
      <ButtonLink
        variant="quiet"
        size="sm"
        icon={Download}
        href={fileAddress(mailFiles.download, { id })}
        target="_blank"
        rel="noopener"
        aria-label={`Download ${name}`}
        title="Download"
      />
    </li>
  )
}
