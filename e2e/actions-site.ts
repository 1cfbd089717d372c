import type { Page } from '@playwright/test'
import type { Once, Walk } from './actions.ts'
import { composerOf, sendMessage, startChat, takeChat } from './chat.ts'
import { add } from './client-data.ts'
import { fillRequired, openFromHeader } from './consultation-dialog.ts'
import { expect, signIn } from './fixtures.ts'

/** Adds, changes and deletes one entry of a list shown on the public site. */
async function publish(
  page: Page,
  once: Once,
  entry: { feature: string; noun: string; tab: string; fields: Record<string, string> },
): Promise<void> {
  const { feature, noun, tab, fields } = entry
  const capitalised = noun.replace(/^./, (first) => first.toUpperCase())
  await signIn(page, `/admin?tab=${tab}`)
  await page.getByRole('button', { name: new RegExp(`^Add ${noun}`, 'i') }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(/^Title/).fill('Twice')
  for (const [label, value] of Object.entries(fields)) {
    await dialog.getByLabel(new RegExp(`^${label}`)).fill(value)
  }
  const save = dialog.locator('button[type=submit]')
  await once(`${feature}.create`, save, `${capitalised} created successfully`)
  await page.getByRole('button', { name: 'Edit Twice' }).click()
  await once(`${feature}.update`, save, `${capitalised} updated successfully`)
  await page.getByRole('button', { name: 'Delete Twice' }).click()
  await once(
    `${feature}.remove`,
    page.getByRole('alertdialog').getByRole('button', { name: 'Delete Twice' }),
    `${capitalised} deleted successfully`,
  )
}

/** Forms of the public site, its content and Google. */
export const siteWalks: Record<string, Walk> = {
  'the contact form': {
    calls: ['inquiries.create'],
    async walk(page, once) {
      await page.goto('/')
      const form = page.getByRole('form', { name: 'Tell us about one process' })
      await form.getByLabel(/^Name/).fill('Ada Twice')
      await form.getByLabel(/^Email/).fill('ada@twice.example')
      await form.getByLabel(/^Message/).fill('Four thousand slips a week.')
      const send = form.getByRole('button', { name: 'Send message' })
      await once('inquiries.create', send, 'Message sent successfully!')
    },
  },
  'the consultation dialog': {
    calls: ['inquiries.create'],
    async walk(page, once) {
      const dialog = await openFromHeader(page)
      await fillRequired(dialog)
      const send = dialog.getByRole('button', { name: /^Send/ })
      await once('inquiries.create', send, 'Consultation request sent!')
    },
  },
  services: {
    calls: ['services.create', 'services.update', 'services.remove'],
    walk: (page, once) =>
      publish(page, once, {
        feature: 'services',
        noun: 'service',
        tab: 'services',
        fields: {
          Address: 'twice',
          Category: 'Desk',
          'Short description': 'Short',
          Features: 'One',
        },
      }),
  },
  'case studies': {
    calls: ['caseStudies.create', 'caseStudies.update', 'caseStudies.remove'],
    walk: (page, once) =>
      publish(page, once, {
        feature: 'caseStudies',
        noun: 'case study',
        tab: 'case-studies',
        fields: {
          Company: 'Tarn',
          Industry: 'Paper',
          Challenge: 'Slips',
          Solution: 'Fewer slips',
          'Figure 1': '9',
          'What figure 1 stands for': 'hours',
        },
      }),
  },
  'pages and notes': {
    calls: ['pages.create', 'pages.publish', 'pages.withdraw', 'pages.remove', 'pages.restore'],
    async walk(page, once) {
      await signIn(page, '/admin/pages')
      const title = page.getByRole('textbox', { name: 'Title' })
      await once('pages.create', page.getByRole('button', { name: 'Write a note' }), title)
      await title.fill('Twice')
      await page.getByRole('textbox', { name: 'Text' }).fill('Once.')
      const bar = page.getByRole('region', { name: 'State' })
      await page.keyboard.press('Control+s')
      await expect(bar).toContainText('All changes are saved')
      await bar.getByRole('button', { name: 'Publish…' }).click()
      const publish = page.getByRole('dialog').getByRole('button', { name: 'Publish' })
      await once('pages.publish', publish, page.getByRole('main').getByText('Version 1'))
      await bar.getByRole('button', { name: 'Withdraw…' }).click()
      const asked = page.getByRole('alertdialog')
      const withdraw = asked.getByRole('button', { name: 'Withdraw' })
      await once('pages.withdraw', withdraw, 'Withdrawn from the site')
      await bar.getByRole('button', { name: 'Delete…' }).click()
      const remove = asked.getByRole('button', { name: /^Delete/ })
      await once('pages.remove', remove, 'Deleted; it can be restored for 30 days')
      await once('pages.restore', page.getByRole('button', { name: 'Undo' }), 'Restored')
    },
  },
  'preview links': {
    calls: ['previews.create', 'previews.remove'],
    async walk(page, once) {
      await signIn(page, '/admin/site')
      const bar = page.getByRole('region', { name: 'Changes' })
      await bar.getByRole('button', { name: 'Preview' }).click()
      const dialog = page.getByRole('dialog', { name: 'Preview the site' })
      const make = dialog.getByRole('button', { name: 'Make a link' })
      await once('previews.create', make, dialog.getByLabel('Preview link'))
      const revoke = dialog.getByRole('button', { name: /^Revoke/ }).first()
      await once('previews.remove', revoke, 'Link revoked')
    },
  },
  'a chat': {
    calls: ['chat.createClient'],
    async walk(page, once) {
      await page.setViewportSize({ width: 1440, height: 900 })
      const visitor = await page.context().newPage()
      await visitor.goto('/')
      await startChat(visitor, 'Mia Twice')
      await sendMessage(visitor, 'Hello')
      await signIn(page)
      await takeChat(page, 'Mia Twice')
      await expect(composerOf(page)).toBeVisible()
      await page.getByRole('button', { name: 'Details' }).click()
      await page.getByRole('button', { name: 'Create client from this chat' }).click()
      const create = page.getByRole('dialog').getByRole('button', { name: 'Create Client' })
      await once('chat.createClient', create, 'Client created successfully')
    },
  },
  Google: {
    calls: ['googleSetups.unshare', 'googleSetups.undo', 'google.disconnect'],
    async walk(page, once) {
      await signIn(page)
      const { id } = await add(page, '', { name: 'Ada Twice', email: 'ada@twice.example' })
      const screen = `/admin/clients/${id}?tab=google`
      await page.goto(screen)
      await page.getByRole('button', { name: /^Set up Drive/ }).click()
      await page.getByRole('button', { name: 'Allow' }).click()
      await expect(page.getByText('Folder active')).toBeVisible()
      await page.evaluate(async (client) => {
        await fetch(`/api/admin/clients/${client}`, {
          method: 'PUT',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ email: 'ada@new.example' }),
        })
      }, id)
      await page.goto('/admin?tab=google-integrations')
      await once(
        'googleSetups.unshare',
        page.getByRole('button', { name: /^Remove access of ada@twice.example/ }),
        'ada@twice.example has no access to Google Drive now',
      )
      await page.goto(screen)
      await page.getByRole('button', { name: 'Undo: Google Drive' }).click()
      await once(
        'googleSetups.undo',
        page.getByRole('button', { name: 'Undo Google Drive', exact: true }),
        'Google Drive integration removed',
      )
      await page.goto('/admin?tab=google-integrations')
      const disconnect = page.getByRole('button', { name: /^Disconnect/ }).first()
      await once('google.disconnect', disconnect, 'disconnected from Google')
    },
  },
}
