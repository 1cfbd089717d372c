import { sql } from 'drizzle-orm'
import type { Database } from '#server/database/open.ts'
import { chatBrowsers, chatSessions, chatTokens, mailThreads } from '#server/database/schema.ts'
import { hashOfChatToken } from '#server/mail/chat-link.ts'
import { hashVisitorId, newVisitorId } from './sessions.server.ts'

/** The number of days after the last act of either side. */
const openDays = 90

/** The maximum number of additional browsers per chat. One more removes the oldest. */
const maxBrowsers = 20

/** `greatest` ignores nulls. */
const lastAct = sql`greatest(s.started_at, s.last_message_at, s.abandoned_at, s.ended_at,
  (select t.last_message_at from ${mailThreads} t where t.chat_session_id = s.id))`

/** Identity of a browser in a chat; `visitorId` is a secret. */
export type Entry = { sessionId: string; visitorId: string }

/**
 * Lets a browser into the chat of a link and gives it its own secret; a browser that is already in
 * keeps its secret. This confirms the visitor's address, since only mails to it contain the link.
 * Every token runs the same statement, so that nothing reveals why one is refused.
 *
 * @param formerId the secret that the browser has stored.
 * @returns undefined if the token is unknown or expired.
 */
export async function followLink(
  db: Database,
  token: string,
  formerId: string | undefined,
): Promise<Entry | undefined> {
  const visitorId = newVisitorId()
  const former = formerId === undefined ? null : hashVisitorId(formerId)
  return db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ sessionId: string; isIn: boolean }>(sql`
      with linked as (
        select s.id, coalesce(s.visitor_hash = ${former}::bytea, false) or exists (
          select from ${chatBrowsers} b
          where b.visitor_hash = ${former}::bytea and b.session_id = s.id) as is_in
        from ${chatTokens} t join ${chatSessions} s on s.id = t.session_id
        where t.token_hash = ${hashOfChatToken(token)}
          and ${lastAct} > now() - make_interval(days => ${openDays})
      ), added as (
        insert into ${chatBrowsers} (visitor_hash, session_id)
        select ${hashVisitorId(visitorId)}::bytea, id from linked where not is_in
      ), confirmed as (
        update ${chatSessions} s set email_confirmed_at = now()
        from linked where s.id = linked.id and s.email_confirmed_at is null
      )
      select id as "sessionId", is_in as "isIn" from linked`)
    const [linked] = rows
    if (!linked) return undefined
    const { sessionId, isIn } = linked
    if (isIn && formerId !== undefined) return { sessionId, visitorId: formerId }
    await tx.execute(sql`
      delete from ${chatBrowsers} where visitor_hash in (
        select visitor_hash from ${chatBrowsers} where session_id = ${sessionId}
        order by created_at desc, visitor_hash offset ${maxBrowsers})`)
    return { sessionId, visitorId }
  })
}
