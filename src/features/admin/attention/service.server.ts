import type { Offered } from '#contract/endpoint.ts'
import { intakeFailingSince } from '#features/mail/mailbox/watch-intake.server.ts'
import { readReach } from '#features/notifications/delivery/reach.server.ts'
import { readDelayed } from '#features/receipts/log/read-log.server.ts'
import { readBackupState } from '#server/backup/outcome.ts'
import { readLiveSettings } from '#server/content/live-settings.ts'
import { readMailState } from '#server/mail/state.ts'
import type { Service } from '#server/service/context.ts'
import type { attention } from './contract.ts'

export const attentionService: Service<typeof attention> = {
  async show(context) {
    const [{ isSetUp, failingSince, undelivered }, reach] = await Promise.all([
      readMailState(context),
      readReach(context.db),
    ])
    const { count } = undelivered
    const lines: Offered<typeof attention.show>['lines'] = []
    if (failingSince) {
      const text = 'Email isn’t going out.'
      lines.push({ id: 'mail_failing', text, since: failingSince })
    }
    if (count > 0) {
      const what = count === 1 ? '1 mail' : `${count.toLocaleString('en-US')} mails`
      lines.push({
        id: 'mail_undelivered',
        text: `${what} couldn’t be delivered in the last 7 days.`,
        since: undelivered.since ?? null,
      })
    }
    const intakeSince = await intakeFailingSince(context)
    if (intakeSince) {
      lines.push({ id: 'intake_failing', text: 'Email isn’t coming in.', since: intakeSince })
    }
    if (reach.lost.length > 0) {
      const [name] = reach.lost
      const text =
        reach.lost.length === 1
          ? `The channel “${name}” is off: its address is gone.`
          : `${reach.lost.length} channels are off: their addresses are gone.`
      lines.push({ id: 'channel_off', text, since: null })
    }
    const backup = context.user.role === 'agent' ? undefined : await readBackupState(context.db)
    if (backup?.state === 'failed' || backup?.state === 'overdue') {
      const text =
        backup.state === 'failed' ? 'The last backup failed.' : 'There is no backup of two days.'
      lines.push({
        id: 'backup_failed',
        text,
        since: backup.failedAt ?? backup.succeededAt ?? null,
      })
    }
    const delayed = context.user.role === 'agent' ? undefined : await readDelayed(context.db)
    if (delayed?.since) {
      const { count, since } = delayed
      const what =
        count === 1 ? '1 receipt waits' : `${count.toLocaleString('en-US')} receipts wait`
      lines.push({ id: 'receipts_pending', text: `${what} to enter the log.`, since })
    }
    const live = context.user.role === 'owner' ? await readLiveSettings(context.db) : undefined
    if (live && live.unreadable !== null) {
      const text = `Version ${live.unreadable} of the site’s settings can’t be read; the last one that can is version ${live.number}.`
      lines.push({ id: 'settings_unreadable', text, since: null })
    }
    const waysToNotify = [isSetUp && !failingSince, reach.channel, reach.device]
    return { nobodyNotified: !waysToNotify.includes(true), lines }
  },
}
