import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { track } from '#web/analytics/track.ts'
import { browserStorage, tabStorage } from '#web/storage.ts'
import { chatUrl } from '../client/chat-connection.ts'
import { type Memory, VisitorChat } from '../client/visitor-chat.ts'
import { conversationOf } from '../thread/message.ts'
import { identityKey, storedIdentity } from './use-chat-opening.ts'

const outboxKey = (sessionId: string) => `chat-outbox ${sessionId}`

/** All tabs of the browser share the identity. An outbox belongs to one tab and one chat. */
const memory: Memory = {
  readIdentity: storedIdentity,
  writeIdentity: (identity) =>
    browserStorage.write(identityKey, identity ? JSON.stringify(identity) : null),
  readOutbox: (sessionId) => tabStorage.readJson(outboxKey(sessionId)) ?? [],
  writeOutbox: (sessionId, outbox) =>
    tabStorage.write(outboxKey(sessionId), outbox.length > 0 ? JSON.stringify(outbox) : null),
}

let chat: VisitorChat | undefined

/** The chat lives as long as the page load and survives client-side navigation. */
function theChat(): VisitorChat {
  chat ??= new VisitorChat({
    url: chatUrl(location),
    memory,
    surroundings: () => ({
      currentPage: location.href,
      userAgent: navigator.userAgent,
      referrer: document.referrer,
    }),
  })
  return chat
}

export function useVisitorChat(open: boolean) {
  const chat = theChat()
  const state = useSyncExternalStore(chat.subscribe, () => chat.state)
  const { messages, outbox, phase } = state
  const conversation = useMemo(
    () => conversationOf(messages, outbox, 'visitor'),
    [messages, outbox],
  )

  useEffect(() => {
    chat.resume()
    const follow = (event: StorageEvent) => {
      if (event.storageArea === localStorage && chat.state.phase === 'intro') chat.resume()
    }
    addEventListener('storage', follow)
    return () => {
      removeEventListener('storage', follow)
      chat.close()
    }
  }, [chat])

  // This includes the form that is shown again after an ended chat.
  const isIntro = phase === 'intro'
  useEffect(() => {
    if (!open || !isIntro) return
    chat.show()
    return () => chat.hide()
  }, [chat, open, isIntro])

  // 'asked' until the server has responded, then 'begun' until the session ends.
  const [start, setStart] = useState<'asked' | 'begun' | null>(null)
  useEffect(() => {
    if (isIntro) return setStart(null)
    if (start !== 'asked' || (phase !== 'waiting' && phase !== 'active')) return
    setStart('begun')
    track({ event: 'conversion', kind: 'chat' })
    track({ event: 'business_goal', goal: 'chat_started' })
  }, [phase, isIntro, start])

  function begin(details: Parameters<VisitorChat['start']>[0]) {
    chat.start(details)
    setStart('asked')
  }

  return { chat, state, conversation, begin, begunHere: start !== null }
}
