import type { Walk } from './actions.ts'
import { signIn } from './fixtures.ts'
import { arrive } from './leads.ts'

export const inboxWalks: Record<string, Walk> = {
  inbox: {
    calls: [
      ...['inbox.take', 'inbox.assign', 'inbox.snooze', 'inbox.unsnooze'],
      ...['inbox.waive', 'inbox.reopen', 'inbox.stateReply'],
    ],
    async walk(page, once) {
      const id = await arrive(page, { name: 'Hal Twice', email: 'hal@twice.example' })
      await signIn(page, `/admin/inbox?lead=${id}`)
      const pane = page.getByRole('article', { name: 'Hal Twice' })
      const press = (name: string) => pane.getByRole('button', { name, exact: true })
      const dialog = page.getByRole('dialog')
      // Presses that came after a dialog had closed may have opened another one.
      const afresh = () => page.goto(`/admin/inbox?lead=${id}`)
      await once('inbox.take', press('Take'), 'Taken')
      await press('Assign').click()
      await once('inbox.assign', dialog.getByRole('option', { name: 'Nobody' }), 'Unassigned')
      await afresh()
      await press('Snooze').click()
      const inAnHour = dialog.getByRole('option', { name: 'In 1 hour' })
      await once('inbox.snooze', inAnHour, 'Snoozed until')
      await afresh()
      await once('inbox.unsnooze', press('End snooze'), 'Snooze ended')
      await press('No reply needed').click()
      const close = dialog.getByRole('button', { name: 'No reply needed' })
      await once('inbox.waive', close, 'No reply needed')
      await afresh()
      await once('inbox.reopen', press('Reopen'), 'Waits for an answer again')
      await press('I called').click()
      const record = dialog.getByRole('button', { name: 'Record the answer' })
      await once('inbox.stateReply', record, 'Answered by phone')
    },
  },
}
