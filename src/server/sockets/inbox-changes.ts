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

/** Two frames a second. */
const spacingMs = 500

/** A screen may have read its lists this long before its socket joins. */
const loadingMs = 5_000

/** Longer than any transaction; times in rows are those of its beginning. */
const overlapSeconds = 60

/** From then on mail may count as failing. */
const late = sql`make_interval(mins => ${failingMinutes})`

type Change = { topic: InboxTopic; key: string }

/** Changes of the last `seconds`, each with a key of its own. */
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
    where delivery = 'queued' and send_at > ${since} - ${late} and send_at < now() - ${late}`)
  return rows
}

/**
 * Passes on which lists have changed, on any instance: at once, then at most twice a second, the
 * last change included. What a broker lost is found by comparing with the database.
 */
export class InboxChanges {
  #db: Database
  #hasReceivers: () => boolean
  #send: (topics: InboxTopic[], at: number) => Promise<void>
  #report: (error: unknown) => void
  #waiting = new Set<InboxTopic>()
  #timer: NodeJS.Timeout | undefined
  #sentAt = Number.NEGATIVE_INFINITY
  /** Keys of the last reading; undefined before the first. */
  #lastKeys: Set<string> | undefined
  #readAt = performance.now()
  #openedAt = Date.now()
  #isClosed = false
  /** Unix milliseconds of the last sending. */
  #changedAt = new Map<InboxTopic, number>()

  /**
   * @param hasReceivers without any, changes are not looked for at each one that is published.
   * @param send is given the topics and the Unix milliseconds of the sending; the next frame is as
   * long after its end.
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

  /** Finds changes that were not published to this instance; the first call finds none. */
  async compare(): Promise<void> {
    if (this.#timer) return
    this.#add(await this.#readUnknown())
  }

  /** @param since Unix milliseconds of the last frame that the client received, if any. */
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

  /** Adds changes found just before sending: receivers read them too, without a second frame. */
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
