import { Link } from 'react-router'
import { call, type Output } from '#contract/endpoint.ts'
import { SuspectReasons } from '#features/mail/screens/suspect-reasons.tsx'
import { mailThreads } from '#features/mail/threads/contract.ts'
import { browser } from '#web/api/browser.ts'
import { usePages } from '#web/api/pages.ts'
import { useMutation } from '#web/api/use-mutation.ts'
import { Button } from '#web/ui/button.tsx'
import { showFailure, showSuccess } from '#web/ui/outcome.ts'
import { Time } from '#web/ui/time.tsx'
import { MailList } from './mail-list.tsx'
import { useRefreshMail } from './use-refresh-mail.ts'

type Thread = Output<typeof mailThreads.list>['items'][number]

export function SuspectThreads() {
  const found = usePages(
    mailThreads.list,
    { view: 'suspect' },
    { staleTime: 0, parameter: 'suspect' },
  )
  return (
    <MailList
      heading="Suspected spam"
      none="No incoming email looks like spam."
      message="Failed to fetch suspected spam"
      found={found}
    >
      {(thread) => <Suspect thread={thread} />}
    </MailList>
  )
}

function Suspect({
  thread: { id, subject, from, suspectReasons, excerpt, lastMessageAt },
}: {
  thread: Thread
}) {
  const refreshMail = useRefreshMail()
  const release = useMutation({
    mutationFn: () => call(browser, mailThreads.update, { id, suspect: false }),
    onSuccess: () => showSuccess('Moved to the inbox'),
    onError: (error) => showFailure(error, 'Failed to move the email'),
    onSettled: refreshMail,
  })
  return (
    <>
      <div className="grid min-w-0 gap-1">
        <Link
          dir="auto"
          className="link font-semibold wrap-anywhere"
          to={`/admin/inbox?thread=${id}`}
        >
          {subject}
        </Link>
        <p className="small wrap-anywhere text-ink-2">
          {from && `From ${from} · `}
          <Time value={lastMessageAt} format="datetime" />
        </p>
        <SuspectReasons reasons={suspectReasons} />
        <p dir="auto" className="measure wrap-anywhere">
          {excerpt}
        </p>
      </div>
      <Button
        busy={release.isPending}
        aria-label={`Not spam: ${subject}`}
        onClick={() => release.mutate()}
      >
        Not Spam
      </Button>
    </>
  )
}
