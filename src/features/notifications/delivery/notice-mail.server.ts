import { dueBrieflyInFirmZone } from '#features/content/business-hours/firm-time.ts'
import type { Dependencies } from '#server/service/context.ts'
import type { Notice } from './notice.ts'

/** The mail of a notice, for `queueMail`. It is erased with its lead or chat. */
export function mailOfNotice(
  { config, content }: Pick<Dependencies, 'config' | 'content'>,
  notice: Notice,
) {
  const { title, name, dueAt, lines, url, subject } = notice
  const isOwned = subject && !('threadId' in subject)
  return {
    kind: 'notification' as const,
    subject: title,
    text: [
      // Mails about a thread contain no name, because they are not erased with the thread.
      ...(name && isOwned ? [`From: ${name}`] : []),
      ...(dueAt ? [`Answer due by ${dueBrieflyInFirmZone(content.resolved().hours, dueAt)}`] : []),
      ...(lines ? [lines.join('\n')] : []),
      `${config.publicUrl}${url}`,
    ].join('\n\n'),
    ...(isOwned ? subject : {}),
  }
}
