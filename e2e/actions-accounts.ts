import type { Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { ownerPassword } from '../test/product.ts'
import type { Walk } from './actions.ts'
import { expect, signIn } from './fixtures.ts'
import { newAccount, newInvitation } from './people.ts'

const originOf = async (page: Page) => {
  await page.goto('/admin/login')
  return new URL(page.url()).origin
}
const dialogOf = (page: Page) => page.getByRole('dialog')

export const accountWalks: Record<string, Walk> = {
  'signing in and out': {
    calls: ['auth.login', 'auth.logout'],
    async walk(page, once) {
      await page.goto('/admin/login')
      await page.getByLabel('Username').fill('admin')
      await page.getByLabel('Password', { exact: true }).fill(ownerPassword)
      const welcome = page.getByRole('heading', { name: 'Welcome, admin' })
      await once('auth.login', page.getByRole('button', { name: 'Sign in' }), welcome)
      const form = page.getByRole('heading', { name: 'Sign in to the back office' })
      await once('auth.logout', page.getByRole('button', { name: 'Logout' }), form)
    },
  },
  users: {
    calls: ['users.invite', 'users.renewLink', 'users.cancelInvitation', 'users.update'],
    async walk(page, once) {
      const { username } = await newAccount(page.request, await originOf(page), 'agent')
      await signIn(page, '/admin/users')
      const invited = `twice-${username}`
      await page.getByRole('button', { name: 'Invite user' }).click()
      await dialogOf(page).getByLabel('Username').fill(invited)
      const link = dialogOf(page).getByLabel('One-time link')
      const invite = dialogOf(page).getByRole('button', { name: 'Invite' })
      await once('users.invite', invite, link)
      await dialogOf(page).getByRole('button', { name: 'Done' }).click()
      await page.getByRole('button', { name: `New link: ${invited}` }).click()
      const renew = dialogOf(page).getByRole('button', { name: /^(Make|New|Create)/ })
      await once('users.renewLink', renew, link)
      await dialogOf(page).getByRole('button', { name: 'Done' }).click()
      await page.getByRole('button', { name: `Cancel invitation: ${invited}` }).click()
      await once(
        'users.cancelInvitation',
        page.getByRole('alertdialog').getByRole('button', { name: 'Cancel invitation' }),
        'Invitation cancelled',
      )
      await page.getByRole('button', { name: `Deactivate: ${username}` }).click()
      const deactivate = page.getByRole('button', { name: `Deactivate ${username}`, exact: true })
      await once('users.update', deactivate, 'User deactivated')
      const activate = page.getByRole('button', { name: `Activate: ${username}` })
      await once('users.update', activate, 'User activated')
    },
  },
  'an invitation': {
    calls: ['invitations.accept'],
    async walk(page, once) {
      const { link } = await newInvitation(page.request, await originOf(page), 'agent')
      await page.context().clearCookies()
      await page.goto(link)
      await page.getByLabel('Password', { exact: true }).fill('seven quiet harbour lamps')
      await once(
        'invitations.accept',
        page.getByRole('button', { name: 'Save password' }),
        page.getByRole('heading', { name: 'Sign in to the back office' }),
      )
    },
  },
  notifications: {
    calls: ['notificationPreferences.update', 'push.unsubscribe'],
    async walk(page, once) {
      await signIn(page)
      const keys = { p256dh: `B${'A'.repeat(86)}`, auth: 'A'.repeat(22) }
      const data = { endpoint: 'https://1.1.1.1/push', keys, device: 'Old phone' }
      const origin = new URL(page.url()).origin
      await page.request.post('/api/admin/push/subscriptions', { data, headers: { origin } })
      await page.goto('/admin/account')
      const save = page.getByRole('button', { name: 'Save quiet hours' })
      await once('notificationPreferences.update', save, 'Quiet hours are off')
      const remove = page.getByRole('button', { name: 'Remove Old phone' })
      await once('push.unsubscribe', remove, 'Device removed')
    },
  },
  channels: {
    calls: ['channels.create', 'channels.update', 'channels.remove'],
    async walk(page, once) {
      await signIn(page, '/admin/channels')
      await page.getByRole('button', { name: 'Add channel' }).click()
      const dialog = dialogOf(page)
      await dialog.getByRole('textbox', { name: 'Name' }).fill('Team room')
      await dialog.getByRole('textbox', { name: 'Address' }).fill('https://1.1.1.1/hook')
      const add = dialog.getByRole('button', { name: 'Add', exact: true })
      await once('channels.create', add, 'Channel added')
      const turn = page.getByRole('button', { name: 'Turn off Team room' })
      await once('channels.update', turn, 'Channel turned off')
      await page.getByRole('button', { name: 'Delete Team room' }).click()
      const remove = page.getByRole('alertdialog').getByRole('button', { name: 'Delete Team room' })
      await once('channels.remove', remove, 'Channel deleted successfully')
    },
  },
  'an account': {
    calls: [
      'account.saveProfile',
      'account.changePassword',
      'account.endSession',
      'account.endOtherSessions',
    ],
    async walk(page, once) {
      const origin = await originOf(page)
      const { username, password } = await newAccount(page.request, origin, 'agent')
      const data = { username, password }
      await page.request.post('/api/auth/login', { data, headers: { origin } })
      await page.goto('/admin/account')
      await page.getByLabel('Display name').fill('Mara Kovač')
      await once(
        'account.saveProfile',
        page.getByRole('button', { name: 'Save profile' }),
        'Profile saved',
      )
      const form = page.getByRole('region', { name: 'Password' })
      await form.getByLabel('Current password', { exact: true }).fill(password)
      await form.getByLabel('New password', { exact: true }).fill('nine loud mountain drums')
      await once(
        'account.changePassword',
        form.getByRole('button', { name: 'Change password' }),
        'Password changed',
      )
      // Signed in outside the browser: a browser that signs in again gives up its session.
      for (let time = 0; time < 4; time += 1) {
        await fetch(`${origin}/api/auth/login`, {
          method: 'POST',
          body: JSON.stringify({ username, password: 'nine loud mountain drums' }),
          headers: { origin, 'content-type': 'application/json' },
        })
      }
      await page.reload()
      const end = page.getByRole('button', { name: /^End the session of/ })
      await once('account.endSession', end.first(), 'Session ended')
      await expect(end).toHaveCount(3)
      const others = page.getByRole('button', { name: 'End all others' })
      await once('account.endOtherSessions', others, '3 sessions ended')
    },
  },
  'a second factor': {
    calls: [
      'secondFactor.start',
      'secondFactor.confirm',
      'secondFactor.renewCodes',
      'secondFactor.disable',
      'users.resetSecondFactor',
    ],
    async walk(page, once) {
      const origin = await originOf(page)
      const { username, password } = await newAccount(page.request, origin, 'admin')
      const data = { username, password }
      await page.request.post('/api/auth/login', { data, headers: { origin } })
      await page.goto('/admin/account')
      const dialog = dialogOf(page)
      const current = dialog.getByLabel('Current password', { exact: true })
      const saved = dialog.getByRole('button', { name: 'I have saved them' })
      const code = dialog.getByLabel('Code', { exact: true })
      for (const last of [false, true]) {
        await page.getByRole('button', { name: 'Set up second factor' }).click()
        await current.fill(password)
        await once('secondFactor.start', dialog.getByRole('button', { name: 'Continue' }), code)
        const secret = await dialog.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).innerText()
        const totp = new TOTP({ secret: Secret.fromBase32(secret.replaceAll(' ', '')) })
        await code.fill(totp.generate())
        await once('secondFactor.confirm', dialog.getByRole('button', { name: 'Turn on' }), saved)
        await saved.click()
        if (last) break
        await page.getByRole('button', { name: 'New recovery codes' }).click()
        await current.fill(password)
        const renew = dialog.locator('button[type=submit].btn-primary')
        await once('secondFactor.renewCodes', renew, saved)
        await saved.click()
        await page.getByRole('button', { name: 'Turn off' }).click()
        await current.fill(password)
        const turnOff = dialog.getByRole('button', { name: 'Turn off' })
        await once('secondFactor.disable', turnOff, 'Second factor turned off')
      }
      await signIn(page, '/admin/users')
      await page.getByRole('button', { name: `Reset second factor: ${username}` }).click()
      await once(
        'users.resetSecondFactor',
        page.getByRole('alertdialog').getByRole('button', { name: 'Reset second factor' }),
        'Second factor turned off',
      )
    },
  },
}
