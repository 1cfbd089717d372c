import { useEffect, useRef, useState } from 'react'
import { useFetcher, useLocation } from 'react-router'
import { call, type Output } from '#contract/endpoint.ts'
import { ApiError, reasonOf } from '#web/api/api-error.ts'
import { browser } from '#web/api/browser.ts'
import { firmOf, useFirm } from '#web/firm.ts'
import { Logo } from '#web/logo/marks.tsx'
import { browserStorage } from '#web/storage.ts'
import { Button } from '#web/ui/button.tsx'
import { FormMessage } from '#web/ui/form-note.tsx'
import { CenteredSpinner } from '#web/ui/spinner.tsx'
import { chat } from '../protocol/contract.ts'
import { sendLeftMessage } from '../widget/send-left-message.tsx'
import type { Route } from './+types/chat-link-page.ts'
import { identityKey, storedIdentity, storeOpen } from './use-chat-opening.ts'

export function meta({ matches }: Route.MetaArgs) {
  return [
    { title: `Your chat | ${firmOf(matches).name}` },
    { name: 'robots', content: 'noindex, nofollow' },
    { name: 'referrer', content: 'no-referrer' },
  ]
}

/**
 * The page that a link in a mail opens. Only a click enters the chat, since programs follow links
 * too.
 */
export default function ChatLinkPage() {
  const { hash } = useLocation()
  const [token, setToken] = useState<string>()
  useEffect(() => setToken(hash.slice(1)), [hash])
  return (
    <main className="wrap flex min-h-dvh flex-col items-center justify-center py-14">
      <div className="w-full max-w-[28rem]">
        <div className="mb-8">
          <Logo reloadDocument rel="noreferrer" />
        </div>
        {token === undefined ? <Awaiting /> : <Entrance key={token} token={token} />}
      </div>
    </main>
  )
}

function Awaiting() {
  return (
    <>
      <noscript>
        <p>
          The chat needs JavaScript.{' '}
          <a className="link" href="/#contact">
            Use the contact form
          </a>
        </p>
      </noscript>
      <div className="needs-script">
        <CenteredSpinner />
      </div>
    </>
  )
}

type Entry = Output<typeof chat.followLink>

/** Whether this browser is in another chat. */
const isElsewhere = ({ sessionId }: Entry) =>
  (storedIdentity()?.sessionId ?? sessionId) !== sessionId

/** @returns false if the browser cannot store the identity. */
function enter(entry: Entry): boolean {
  if (!browserStorage.write(identityKey, JSON.stringify(entry))) return false
  storeOpen('asked')
  leave()
  return true
}

/** Leaves no history entry with the secret address. */
const leave = () => location.replace('/')

const isInvalid = (error: unknown) =>
  error instanceof ApiError && ['not_found', 'invalid_input'].includes(error.code)

type Answer = { other?: Entry; isInvalid?: boolean; problem?: string }

const blocked = {
  problem: 'Your browser does not let this site store anything, which the chat needs.',
}

/** Sends the forms of the chat: this page's, and in the panel the one that leaves a message. */
export async function clientAction({ request }: Route.ClientActionArgs) {
  const form = await request.formData()
  return form.has('message') ? sendLeftMessage(request, form) : follow(String(form.get('token')))
}

async function follow(token: string): Promise<Answer> {
  const visitorId = storedIdentity()?.visitorId
  try {
    const entry = await call(browser, chat.followLink, { token, ...(visitorId && { visitorId }) })
    if (isElsewhere(entry)) return { other: entry }
    return enter(entry) ? {} : blocked
  } catch (error) {
    if (isInvalid(error)) return { isInvalid: true }
    return { problem: reasonOf(error, 'The chat could not be opened. Please try again.') }
  }
}

function Entrance({ token }: { token: string }) {
  const { name } = useFirm()
  const { state, data, submit } = useFetcher<Answer>()
  const [refused, setRefused] = useState<Answer>()
  const answer = refused ?? (state === 'idle' ? data : undefined)

  if (!token || answer?.isInvalid) return <Invalid />
  const { other, problem } = answer ?? {}
  if (other) return <Choice onSwitch={() => enter(other) || setRefused(blocked)} />
  return (
    <div className="panel grid gap-5 p-6 sm:p-8">
      <h1 className="h3 wrap-anywhere">Your chat with {name}</h1>
      <p className="text-ink-2">
        Pick up where you left off. The browser that you used before keeps the conversation too.
      </p>
      {problem && <FormMessage>{problem}</FormMessage>}
      <Button
        variant="primary"
        size="lg"
        busy={state !== 'idle' || (answer !== undefined && !problem)}
        onClick={() => {
          setRefused(undefined)
          void submit({ token }, { method: 'post', flushSync: true })
        }}
      >
        Continue the Chat
      </Button>
      <p className="field-hint">
        Anyone with this link can read the chat and write in it. Please keep it to yourself.
      </p>
    </div>
  )
}

function Choice({ onSwitch }: { onSwitch: () => void }) {
  const heading = useFocus()
  return (
    <div className="panel grid gap-5 p-6 sm:p-8">
      <h1 ref={heading} tabIndex={-1} className="h3">
        Another chat is open in this browser
      </h1>
      <p className="text-ink-2">
        A browser shows one chat at a time. If you switch, we will answer the other one by email.
      </p>
      <div className="flex flex-wrap gap-3">
        <Button variant="primary" onClick={onSwitch}>
          Switch to This Chat
        </Button>
        <Button onClick={leave}>Keep the Other One</Button>
      </div>
    </div>
  )
}

function Invalid() {
  const heading = useFocus()
  return (
    <div className="panel p-6 sm:p-8">
      <h1 ref={heading} tabIndex={-1} className="h3">
        This link is not valid any more
      </h1>
      <p className="mt-3 text-ink-2">
        A chat can be opened for 90 days after the last message. Please check that you opened the
        whole link, or start a new chat.
      </p>
      <p className="mt-5">
        <a className="link" href="/" rel="noreferrer">
          To the home page
        </a>
      </p>
    </div>
  )
}

/** Focuses the new heading, since the pressed button is gone. */
function useFocus() {
  const element = useRef<HTMLHeadingElement>(null)
  useEffect(() => element.current?.focus(), [])
  return element
}
