import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Output } from '#contract/endpoint.ts'
import { incoming } from '#features/mail/incoming/contract.ts'
import { query } from '#web/api/query.ts'
import { refetchAlways } from '#web/api/refetch-always.ts'
import { Badge, type BadgeVariant } from '#web/ui/badge.tsx'
import { Loaded } from '#web/ui/loaded.tsx'
import { SkeletonList } from '#web/ui/loading.tsx'
import { Time } from '#web/ui/time.tsx'
import { reasonOf } from './mail-words.ts'

type Status = Output<typeof incoming.status>

/** Whether mail can be sent and received. */
export function Directions() {
  const status = useQuery({ ...query(incoming.status), ...refetchAlways })
  return (
    <section className="panel" aria-label="Both directions">
      <Loaded
        query={status}
        className="m-5"
        message="Failed to fetch the email status"
        skeleton={<SkeletonList rows={3} />}
      >
        {({ out, in: into }) => (
          <ul className="divide-y divide-rule">
            <Out {...out} />
            <Imap {...into.imap} />
            <Post {...into.post} />
          </ul>
        )}
      </Loaded>
    </section>
  )
}

type Look = [word: string, variant: BadgeVariant]
const notSetUp: Look = ['Not set up', 'outline']
const works: Look = ['Works', 'default']

function Direction(props: { name: string; look: Look; children: ReactNode }) {
  const [word, variant] = props.look
  return (
    <li className="grid gap-x-5 gap-y-1 px-5 py-4 sm:grid-cols-[12rem_7rem_1fr]">
      <h2 className="font-semibold">{props.name}</h2>
      <p>
        <Badge variant={variant}>{word}</Badge>
      </p>
      <p className="min-w-0 text-ink-2">{props.children}</p>
    </li>
  )
}

function At({ value }: { value: string }) {
  return <Time value={value} format="datetime" />
}

function Out({ configured, failingSince, lastAcceptedAt, queued, failed }: Status['out']) {
  const look: Look = failingSince ? ['Failing', 'destructive'] : works
  return (
    <Direction name="Sending" look={configured ? look : notSetUp}>
      {!configured && 'Set SMTP_URL, MAIL_FROM and MAIL_TO in the server’s environment.'}
      {configured && (
        <>
          {failingSince && (
            <>
              Nothing was accepted since <At value={failingSince} />.{' '}
            </>
          )}
          {lastAcceptedAt ? (
            <>
              Last accepted <At value={lastAcceptedAt} />
            </>
          ) : (
            'Nothing sent yet'
          )}
          {`, ${queued.toLocaleString()} waiting, ${failed.toLocaleString()} failed in 7 days.`}
        </>
      )}
    </Direction>
  )
}

function Imap({ configured, connectedAt, failingSince, lastError }: Status['in']['imap']) {
  const connected: Look = connectedAt ? works : ['Waiting', 'canary']
  const look: Look = failingSince ? ['Failing', 'destructive'] : connected
  return (
    <Direction name="Receiving, from a mailbox" look={configured ? look : notSetUp}>
      {!configured && 'With IMAP_URL set, replies come in from that mailbox.'}
      {configured && failingSince && (
        <>
          Since <At value={failingSince} />
          {lastError && `: ${reasonOf(lastError).toLowerCase()}`}. It is tried again by itself.
        </>
      )}
      {configured && !failingSince && connectedAt && (
        <>
          Connected since <At value={connectedAt} />.
        </>
      )}
      {configured && !failingSince && !connectedAt && 'Not connected yet.'}
    </Direction>
  )
}

function Post({ configured, lastReceivedAt }: Status['in']['post']) {
  return (
    <Direction name="Receiving, from a mail server" look={configured ? works : notSetUp}>
      {!configured && 'With MAIL_IN_TOKEN set, a mail server posts incoming email.'}
      {configured && lastReceivedAt && (
        <>
          Last received <At value={lastReceivedAt} />.
        </>
      )}
      {configured && !lastReceivedAt && 'Nothing received yet.'}
    </Direction>
  )
}
