import { call } from '#contract/endpoint.ts'
import { outgoingMail } from '#features/mail/outgoing/contract.ts'
import { browser } from '#web/api/browser.ts'
import { usePages } from '#web/api/pages.ts'
import { useMutation } from '#web/api/use-mutation.ts'
import { Button } from '#web/ui/button.tsx'
import { showFailure, showSuccess } from '#web/ui/outcome.ts'
import { Time } from '#web/ui/time.tsx'
import { type FailedMail, mail } from './contract.ts'
import { MailList } from './mail-list.tsx'
import { kinds, reasonOf } from './mail-words.ts'
import { useRefreshMail } from './use-refresh-mail.ts'

export function FailedMails() {
  const found = usePages(mail.failed, {}, { staleTime: 0, parameter: 'failed' })
  return (
    <MailList
      heading="Failed"
      none="Every email was accepted."
      message="Failed to fetch failed emails"
      found={found}
    >
      {(item) => <Failed mail={item} />}
    </MailList>
  )
}

function Failed({
  mail: { id, kind, to, subject, sendAt, canRetry, ...why },
}: {
  mail: FailedMail
}) {
  const refreshMail = useRefreshMail()
  const retry = useMutation({
    mutationFn: () => call(browser, outgoingMail.retry, { id }),
    onSuccess: () => showSuccess('Email sent again'),
    onError: (error) => showFailure(error, 'Failed to resend the email'),
    onSettled: refreshMail,
  })
  return (
    <>
      <div className="min-w-0">
        <p dir="auto" className="font-semibold wrap-anywhere">
          {subject}
        </p>
        <p className="small wrap-anywhere text-ink-2">
          {kinds[kind]} to {to} · <Time value={sendAt} format="datetime" />
        </p>
        <p className="small wrap-anywhere">
          {why.errorCode && `${reasonOf(why.errorCode)}. `}
          {why.serverResponse && <bdi className="mono">{why.serverResponse}</bdi>}
        </p>
      </div>
      {canRetry ? (
        <Button
          busy={retry.isPending}
          aria-label={`Retry: ${subject}, to ${to}`}
          onClick={() => retry.mutate()}
        >
          Retry
        </Button>
      ) : (
        <p className="small text-ink-2">Create a new link instead</p>
      )}
    </>
  )
}
