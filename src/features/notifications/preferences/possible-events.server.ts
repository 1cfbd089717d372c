import type { NotificationEvent } from '#contract/vocabulary.ts'
import { notificationEvents } from '#contract/vocabulary.ts'
import type { Database, Transaction } from '#server/database/open.ts'
import { automations } from '#server/database/schema.ts'
import type { Dependencies } from '#server/service/context.ts'

type Need = 'mail' | 'intake' | 'automation'

function needOf(event: NotificationEvent): Need | undefined {
  if (event.startsWith('automation.')) return 'automation'
  if (event === 'mail.received' || event === 'intake.failing') return 'intake'
  return event.startsWith('mail.') ? 'mail' : undefined
}

/** The events that can occur with the present configuration. Users choose among these. */
export async function readPossibleEvents(
  db: Database | Transaction,
  { mail, intake }: Pick<Dependencies['config'], 'mail' | 'intake'>,
): Promise<NotificationEvent[]> {
  const isThere = { mail, intake, automation: (await db.$count(automations)) > 0 }
  return notificationEvents.filter((event) => {
    const need = needOf(event)
    return need === undefined || isThere[need]
  })
}
