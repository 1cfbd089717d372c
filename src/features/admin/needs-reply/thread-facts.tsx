import { useQuery } from '@tanstack/react-query'
import { Link as PageLink, useNavigate } from 'react-router'
import { call } from '#contract/endpoint.ts'
import { clients } from '#features/clients/contract.ts'
import { SuspectReasons } from '#features/mail/screens/suspect-reasons.tsx'
import { useRefreshMail, useThread } from '#features/mail/screens/use-thread.ts'
import { type MailThread, mailThreads } from '#features/mail/threads/contract.ts'
import { browser } from '#web/api/browser.ts'
import { query } from '#web/api/query.ts'
import { useMutation } from '#web/api/use-mutation.ts'
import { Button } from '#web/ui/button.tsx'
import { showFailure, showSuccess } from '#web/ui/outcome.ts'
import { useDialog } from '#web/ui/use-dialog.ts'
import { type Link, ThreadLinkDialog } from './thread-link-dialog.tsx'

/** The client, project or request of a mail conversation, and whether it is suspect. */
export function ThreadFacts({ id }: { id: string }) {
  const { thread } = useThread({ threadId: id })
  return thread && <Facts thread={thread} />
}

function Facts({ thread }: { thread: MailThread }) {
  const dialog = useDialog<object>()
  const link = useLink(thread)
  const isLinked = thread.clientId !== null
  return (
    <section aria-label="Conversation belongs to" className="grid justify-items-start gap-3">
      {thread.suspect && <Suspicion thread={thread} />}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        {isLinked ? <Owner thread={thread} /> : <p className="text-ink-2">Not linked yet</p>}
        <Button
          size="sm"
          busy={link.isPending}
          onClick={({ currentTarget }) => dialog.show({}, currentTarget)}
        >
          {isLinked ? 'Link to Someone Else' : 'Link to a Client'}
        </Button>
        {isLinked && (
          <Button
            size="sm"
            variant="quiet"
            busy={link.isPending}
            onClick={() => link.mutate({ clientId: null })}
          >
            Remove the Link
          </Button>
        )}
      </div>
      {dialog.subject && (
        <ThreadLinkDialog
          key={dialog.opening}
          thread={thread}
          {...dialog.state}
          onLink={(to) => link.mutate(to)}
        />
      )}
    </section>
  )
}

/**
 * If the conversation joins a request, the request is opened first, because this conversation then
 * disappears.
 */
function useLink({ id }: MailThread) {
  const refresh = useRefreshMail()
  const navigate = useNavigate()
  const show = (what: string) => navigate(`?${what}`, { replace: true, flushSync: true })
  return useMutation({
    async mutationFn(link: Link) {
      if (link.inquiryId) await show(`lead=${link.inquiryId}`)
      return call(browser, mailThreads.update, { id, ...link })
    },
    onError(error, link) {
      if (link.inquiryId) void show(`thread=${id}`)
      showFailure(error, 'Failed to link the conversation')
    },
    onSettled: refresh,
  })
}

function Owner({ thread: { clientId, projectId } }: { thread: MailThread }) {
  const { data: client } = useQuery(query(clients.show, { id: clientId ?? '' }))
  const project = client?.projects.find(({ id }) => id === projectId)
  return (
    <p className="min-w-0 wrap-anywhere">
      Linked to{' '}
      <PageLink className="link font-semibold" to={`/admin/clients/${clientId}`}>
        <bdi>{client?.name ?? 'a client'}</bdi>
      </PageLink>
      {project && (
        <>
          {', '}
          <bdi>{project.title}</bdi>
        </>
      )}
    </p>
  )
}

function Suspicion({ thread: { id, suspectReasons } }: { thread: MailThread }) {
  const refresh = useRefreshMail()
  const clear = useMutation({
    mutationFn: () => call(browser, mailThreads.update, { id, suspect: false }),
    onSuccess: () => showSuccess('Marked as not spam. It’s waiting for a reply'),
    onError: (error) => showFailure(error, 'Failed to mark the email as not spam'),
    onSettled: refresh,
  })
  return (
    <div className="grid justify-items-start gap-2">
      <p>
        <strong>Suspected spam.</strong> Nobody was notified, and no reply is due.
      </p>
      <SuspectReasons reasons={suspectReasons} />
      <Button variant="primary" busy={clear.isPending} onClick={() => clear.mutate()}>
        Not Spam
      </Button>
    </div>
  )
}
