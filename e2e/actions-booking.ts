import type { Walk } from './actions.ts'
import { signIn } from './fixtures.ts'

export const bookingWalks: Record<string, Walk> = {
  'when somebody can be booked': {
    calls: ['hosts.save', 'hosts.addTimeOff', 'hosts.removeTimeOff'],
    async walk(page, once) {
      await signIn(page, '/admin/booking')
      await page.getByRole('checkbox', { name: 'Take calls' }).check()
      const save = page.getByRole('button', { name: 'Save', exact: true })
      await once('hosts.save', save, 'Call settings updated successfully')
      await page.getByRole('button', { name: 'Add time off' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('From').fill('2098-12-24T09:00')
      await dialog.getByLabel('To').fill('2098-12-31T17:00')
      const add = dialog.getByRole('button', { name: 'Add time off' })
      await once('hosts.addTimeOff', add, 'Time off created successfully')
      const remove = page.getByRole('button', { name: /^Remove Dec 24/ })
      await once('hosts.removeTimeOff', remove, 'Time off removed')
    },
  },
  'what can be booked': {
    calls: ['meetingTypes.create', 'meetingTypes.update'],
    async walk(page, once) {
      await signIn(page, '/admin/booking')
      await page.getByRole('button', { name: 'Add meeting type' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Title').fill('Walk-through')
      await dialog.getByLabel('Address').fill('walk-through')
      const add = dialog.getByRole('button', { name: 'Add', exact: true })
      await once('meetingTypes.create', add, 'Meeting type created successfully')
      await page.getByRole('button', { name: 'Edit Walk-through' }).click()
      await dialog.getByRole('checkbox', { name: 'Can be booked' }).uncheck()
      const save = dialog.getByRole('button', { name: 'Save changes' })
      await once('meetingTypes.update', save, 'Meeting type updated successfully')
    },
  },
}
