import type { Walk } from './actions.ts'
import { bookAsProgram, bookCall, takeCalls } from './calls.ts'
import { expect, signIn } from './fixtures.ts'

export const callWalks: Record<string, Walk> = {
  calls: {
    calls: [
      ...['agenda.move', 'agenda.setLink', 'agenda.cancel', 'agenda.confirm'],
      ...['agenda.setOutcome'],
    ],
    async walk(page, once) {
      const host = await takeCalls(page)
      const name = 'Hal Call'
      const { start } = await bookCall(page, host, { name })
      await bookAsProgram(page, 'Bot Call')
      const begins = Date.now() + 3_000
      await bookCall(page, host, { name: 'Ivo Call', start: new Date(begins).toISOString() })
      const days = page.getByRole('region', { name: 'Calls by day' })
      const dialog = page.getByRole('dialog')
      // Presses that came after a dialog had closed may have opened another one.
      const choose = async (of: string, label: string) => {
        await page.goto('/admin/agenda')
        await days.getByRole('button', { name: `Call with ${of}`, exact: true }).click()
        await page.getByRole('menuitem', { name: label, exact: true }).click({ timeout: 2_000 })
      }
      await signIn(page, '/admin/agenda')
      await once(
        'agenda.confirm',
        page.getByRole('button', { name: 'Confirm: Bot Call' }),
        'Call confirmed',
      )
      await choose(name, 'Move…')
      const next = new Date(Date.parse(start) + 3 * 86_400_000)
      const local = new Date(next.getTime() - next.getTimezoneOffset() * 60_000)
      await dialog.getByLabel('New time').fill(local.toISOString().slice(0, 16))
      await once('agenda.move', dialog.getByRole('button', { name: 'Move the call' }), 'Call moved')
      await choose(name, 'Link…')
      await dialog.getByLabel('Link').fill('https://meet.example/twice')
      await once(
        'agenda.setLink',
        dialog.getByRole('button', { name: 'Save the link' }),
        'Link saved',
      )
      await choose(name, 'Cancel…')
      const cancel = dialog.getByRole('button', { name: 'Cancel the call' })
      await once('agenda.cancel', cancel, 'Call cancelled')
      // Once the call has begun.
      await expect(async () => {
        await page.goto('/admin/agenda')
        await days.getByRole('button', { name: 'Call with Ivo Call', exact: true }).click()
        const menu = page.getByRole('menuitem', { name: 'Happened', exact: true })
        await expect(menu).toBeVisible({ timeout: 1_000 })
      }).toPass()
      const happened = page.getByRole('menuitem', { name: 'Happened', exact: true })
      await once('agenda.setOutcome', happened, 'The call happened')
    },
  },
}
