import { sql } from 'drizzle-orm'
import { chatMessages, inquiryDetails, mailMessages, mailThreads } from '#server/database/schema.ts'

/**
 * The times at which the other side wrote by mail, as a detail or in the chat. Expects a row
 * `subject` with `inquiry_id`, `chat_session_id` and `thread_id`. A mail to an ongoing chat is
 * included twice.
 */
export const visitorMessageTimes = sql`
  select m.created_at as at, exists (select from ${chatMessages} c
      where c.session_id = t.chat_session_id and c.client_message_id = m.id) as in_chat
    from ${mailThreads} t join ${mailMessages} m on m.thread_id = t.id
    where m.kind = 'received' and not t.suspect and (t.id = subject.thread_id
      or t.inquiry_id = subject.inquiry_id or t.chat_session_id = subject.chat_session_id)
  union all
  select d.created_at, false from ${inquiryDetails} d where d.inquiry_id = subject.inquiry_id
  union all
  select c.sent_at, true from ${chatMessages} c where c.session_id = subject.chat_session_id
    and c.sender_type = 'visitor' and c.message_type = 'text'`
