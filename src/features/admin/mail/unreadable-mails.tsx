import { Download } from 'lucide-react'
import { type Output, toWire } from '#contract/endpoint.ts'
import { incoming } from '#features/mail/incoming/contract.ts'
import { usePages } from '#web/api/pages.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Time } from '#web/ui/time.tsx'
import { MailList } from './mail-list.tsx'
import { reasonOf } from './mail-words.ts'

type Mail = Output<typeof incoming.unreadable>['items'][number]

export function UnreadableMails() {
  const found = usePages(incoming.unreadable, {}, { staleTime: 0, parameter: 'unreadable' })
  return (
    <MailList
      heading="Unreadable"
      none="Every incoming email could be read."
      message="Failed to fetch unreadable emails"
      found={found}
    >
      {(mail) => <Unreadable mail={mail} />}
    </MailList>
  )
}

function Unreadable({
  mail: { id, sender, reason, size, receivedAt, hasOriginal },
}: {
  mail: Mail
}) {
  const from = sender ?? 'an unknown sender'
  return (
    <>
      <div className="min-w-0">
        <p className="font-semibold wrap-anywhere">From {from}</p>
        <p className="small text-ink-2">
          {reasonOf(reason)} · {Math.ceil(size / 1024).toLocaleString()} KB ·{' '}
          <Time value={receivedAt} format="datetime" />
        </p>
      </div>
      {hasOriginal && (
        <ButtonLink icon={Download} href={toWire(incoming.unreadableRaw, { id }).url}>
          Original<span className="sr-only"> from {from}</span>
        </ButtonLink>
      )}
    </>
  )
}
