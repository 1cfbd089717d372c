import { sql } from 'drizzle-orm'
import { type InboxTopic, inboxTopics } from '#contract/vocabulary.ts'
import type { Database } from '../database/open.ts'
import {
  auditEntries,
  contentState,
  inquiries,
  mailMessages,
  notifications,
  replyDeadlines,
} from '../database/schema.ts'
import { failingMinutes } from '../mail/mail-failures.ts'
import type { PubSub } from '../pub-sub/pub-sub.ts'

/** At most two frames are sent in a second. */
const spacingMs = 500

/** A screen may have read its lists up to this long before its socket joins. */
const loadingMs = 5_000

/** The overlap is longer than any transaction, because times in rows are those of its beginning. */
const overlapSeconds = 60

/** After this time mail may count as failing. */
const failingAfter = sql`make_interval(mins => ${failingMinutes})`

type Change = { topic: InboxTopic; key: string }

/** Reads the changes of the last `seconds`, each with a unique key. */
async function readChanges(db: Database, seconds: number): Promise<Change[]> {
  const since = sql`now() - make_interval(secs => ${seconds})`
  const { rows } = await db.execute<Change>(sql`
    select 'leads' as topic, id::text as key from ${inquiries} where created_at > ${since}
    union all
    select 'leads', id::text from ${auditEntries}
    where at > ${since} and (subject = 'inquiry'
      or action in ('client.deleted', 'person.erased', 'retention.deleted'))
    union all
    select 'notifications', id::text from ${notifications} where created_at > ${since}
    union all
    select topic, id || ' ' || changed_at
    from ${replyDeadlines}, unnest(array['inbox', 'notifications']) topic
    where changed_at > ${since}
    union all
    select 'site', 'content ' || version from ${contentState}
    union all
    select 'mail', id::text from ${mailMessages} where accepted_at > ${since}
    union all
    select 'mail', 'failed ' || id from ${mailMessages}
    where delivery = 'failed' and send_at > now() - interval '25 hours'
    union all
    select 'mail', 'late ' || id from ${mailMessages}
    where delivery = 'queued' and send_at > ${since} - ${failingAfter} and send_at < now() - ${failingAfter}`)
  return rows
}

/**
 * Announces which lists have changed on any instance: at once, then at most twice a second, always
 * including the last change. Messages that a broker lost are found by comparing with the database.
 */
export class InboxChanges {
  #db: Database
  #hasReceivers: () => boolean
  #send: (topics: InboxTopic[], at: number) => Promise<void>
  #report: (error: unknown) => void
  #waiting = new Set<InboxTopic>()
  #timer: NodeJS.Timeout | undefined
  #sentAt = Number.NEGATIVE_INFINITY
  /** The keys of the last reading; undefined before the first. */
  #lastKeys: Set<string> | undefined
  #readAt = performance.now()
  #openedAt = Date.now()
  #isClosed = false
  /** When each topic was last sent, in Unix milliseconds. */
  #changedAt = new Map<InboxTopic, number>()

  /**
   * @param hasReceivers if false, a published change does not cause a comparison.
   * @param send gets the topics and the Unix time in milliseconds. The pause before the next frame
   * begins when it resolves.
   */
  constructor(
    { db, pubSub }: { db: Database; pubSub: PubSub },
    hasReceivers: () => boolean,
    send: (topics: InboxTopic[], at: number) => Promise<void>,
    report: (error: unknown) => void,
  ) {
    this.#db = db
    this.#hasReceivers = hasReceivers
    this.#send = send
    this.#report = report
    pubSub.on('inbox', ({ topics }) => this.#add(topics))
  }

  /** Finds changes that were not published to this instance. The first call finds none. */
  async compare(): Promise<void> {
    if (this.#timer) return
    this.#add(await this.#readUnknown())
  }

  /** @param since when the client received its last frame, if any, in Unix milliseconds. */
  missed(since: number | undefined): InboxTopic[] {
    const from = since ?? Date.now() - loadingMs
    if (since !== undefined && since < this.#openedAt) return [...inboxTopics]
    return [...this.#changedAt].flatMap(([topic, at]) => (at > from ? [topic] : []))
  }

  close(): void {
    this.#isClosed = true
    clearTimeout(this.#timer)
  }

  #add(topics: Iterable<InboxTopic>): void {
    for (const topic of topics) this.#waiting.add(topic)
    if (this.#timer || this.#isClosed || this.#waiting.size === 0) return
    const wait = Math.max(0, this.#sentAt + spacingMs - performance.now())
    this.#timer = setTimeout(() => void this.#flush(), wait)
  }

  /** Includes changes found just before sending, which saves receivers a second frame. */
  async #flush(): Promise<void> {
    const unknown = this.#hasReceivers() ? await this.#readUnknown() : []
    for (const topic of unknown) this.#waiting.add(topic)
    const topics = [...this.#waiting]
    this.#waiting.clear()
    const at = Date.now()
    for (const topic of topics) this.#changedAt.set(topic, at)
    await this.#send(topics, at).catch(this.#report)
    this.#timer = undefined
    this.#sentAt = performance.now()
    this.#add([])
  }

  async #readUnknown(): Promise<InboxTopic[]> {
    const readAt = performance.now()
    try {
      const seconds = Math.ceil((readAt - this.#readAt) / 1000) + overlapSeconds
      const changes = await readChanges(this.#db, seconds)
      const last = this.#lastKeys
      this.#lastKeys = new Set(changes.map(({ key }) => key))
      this.#readAt = readAt
      return last ? changes.flatMap(({ topic, key }) => (last.has(key) ? [] : [topic])) : []
    } catch (error) {
      if (!this.#isClosed) this.#report(error)
      return []
    }
  }
}
