import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Monitor, Smartphone } from 'lucide-react'
import { useRef } from 'react'
import { call } from '#contract/endpoint.ts'
import { browser } from '#web/api/browser.ts'
import { keyOf, query } from '#web/api/query.ts'
import { useMutation } from '#web/api/use-mutation.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Loaded } from '#web/ui/loaded.tsx'
import { SkeletonList } from '#web/ui/loading.tsx'
import { showFailure } from '#web/ui/outcome.ts'
import { Time } from '#web/ui/time.tsx'
import { toast } from '#web/ui/toast-store.ts'
import { account, type OwnSession } from './contract.ts'
import { describeDevice, isHandheld } from './devices.ts'

const failed = (error: unknown) => showFailure(error, 'Failed to sign out the session')

export function SessionsSection() {
  const client = useQueryClient()
  const heading = useRef<HTMLHeadingElement>(null)
  const sessions = useQuery(query(account.sessions))
  async function refresh() {
    heading.current?.focus()
    await client.invalidateQueries({ queryKey: keyOf(account.sessions) })
  }
  const endOthers = useMutation({
    mutationFn: () => call(browser, account.endOtherSessions, {}),
    async onSuccess({ ended }) {
      toast({ title: ended === 1 ? '1 session signed out' : `${ended} sessions signed out` })
      await refresh()
    },
    onError: failed,
  })
  const others = sessions.data?.filter(({ current }) => !current).length ?? 0
  return (
    <section className="panel" aria-labelledby="sessions-heading">
      <div className="panel-heading flex min-h-[3.25rem] flex-wrap items-center gap-x-3 gap-y-1">
        <h2 id="sessions-heading" ref={heading} tabIndex={-1}>
          Sessions
        </h2>
        {others > 0 && (
          <Button className="ml-auto" busy={endOthers.isPending} onClick={() => endOthers.mutate()}>
            Sign Out Other Sessions
          </Button>
        )}
      </div>
      <Loaded
        query={sessions}
        className="m-5"
        message="Unable to load your sessions at this time."
        skeleton={<SkeletonList rows={2} />}
      >
        {(data) => (
          <ul className="divide-y divide-rule">
            {data.map((session) => (
              <SessionRow key={session.id} session={session} onEnded={refresh} />
            ))}
          </ul>
        )}
      </Loaded>
    </section>
  )
}

function SessionRow(props: { session: OwnSession; onEnded: () => Promise<unknown> }) {
  const { id, userAgent, address, current, createdAt, lastSeenAt } = props.session
  const device = describeDevice(userAgent)
  const end = useMutation({
    mutationFn: () => call(browser, account.endSession, { id }),
    async onSuccess() {
      toast({ title: 'Session signed out', description: `${device} is signed out.` })
      await props.onEnded()
    },
    onError: failed,
  })
  return (
    <li className="flex items-start gap-4 px-5 py-3">
      <Icon
        icon={isHandheld(userAgent) ? Smartphone : Monitor}
        size={20}
        className="mt-0.5 flex-none text-ink-2"
      />
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2">
          <span className="font-semibold" title={userAgent}>
            {device}
          </span>
          {current && <Badge>this session</Badge>}
        </p>
        <p className="small text-ink-2">
          <span className="wrap-anywhere">{address || 'Unknown address'}</span>
          {' · last used '}
          <Time value={lastSeenAt} format="datetime" />
          {' · since '}
          <Time value={createdAt} format="datetime" />
        </p>
      </div>
      {!current && (
        <Button
          className="ml-auto flex-none"
          busy={end.isPending}
          aria-label={`Sign out ${device}, ${address}`}
          onClick={() => end.mutate()}
        >
          Sign Out
        </Button>
      )}
    </li>
  )
}
