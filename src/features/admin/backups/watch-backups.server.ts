import { z } from 'zod'
import { notify } from '#features/notifications/delivery/notify.server.ts'
import { withdrawTag } from '#features/notifications/delivery/withdraw-notices.server.ts'
import { readBackupState } from '#server/backup/outcome.ts'
import { job } from '#server/jobs/jobs.ts'
import { inboxChanged } from '#server/pub-sub/inbox-changed.ts'

const tag = 'backup'

/**
 * Notifies owners of failures at most once a day, and once when no backup has succeeded for too
 * long.
 */
export const watchBackups = job({
  name: 'backups.watch',
  payload: z.object({}),
  everySeconds: 300,
  async run(deps) {
    const { state, succeededAt, failedAt } = await readBackupState(deps.db)
    if (state === 'none') return
    await deps.db.transaction(async (tx) => {
      if (state === 'good') return withdrawTag(tx, tag, 'Closed', null)
      await notify(deps, tx, {
        event: 'backup.failed',
        tag,
        url: '/admin',
        to: { users: [], owners: true },
        eventKey: failedAt
          ? `backup failed ${failedAt.toISOString().slice(0, 10)}`
          : `backup overdue ${succeededAt?.toISOString()}`,
        title: failedAt ? 'The last backup failed' : 'No backup for two days',
      })
    })
    deps.jobs.wake()
    inboxChanged(deps, 'notifications')
  },
})
