import type { Page } from '@playwright/test'
import type { Walk } from './actions.ts'
import { expect, signIn } from './fixtures.ts'

const headers = { 'sec-fetch-site': 'same-origin' }

async function newClient(page: Page, email: string): Promise<string> {
  const client = { name: 'Mel Twice', email }
  const made = await page.request.post('/api/admin/clients', { data: client, headers })
  const { id } = (await made.json()) as { id: string }
  const project = { title: 'Slips' }
  await page.request.post(`/api/admin/clients/${id}/projects`, { data: project, headers })
  return id
}

export const mailWalks: Record<string, Walk> = {
  mail: {
    calls: [
      ...['mailThreads.create', 'mailThreads.write'],
      ...['outgoingMail.cancel', 'outgoingMail.sendNow', 'outgoingMail.retry'],
      'documents.saveMailFile',
    ],
    async walk(page, once) {
      await signIn(page)
      const id = await newClient(page, 'refused@twice.test')
      await page.goto(`/admin/clients/${id}`)
      const section = page.getByRole('region', { name: 'Mail' })
      await section.getByRole('button', { name: 'Write an e-mail' }).click()
      const dialog = page.getByRole('dialog')
      const send = dialog.getByRole('button', { name: 'Send', exact: true })
      const text = dialog.getByRole('textbox', { name: 'Message' })
      await dialog.getByLabel('Subject').fill('Twice')
      await text.fill('Once')
      await dialog.getByLabel('Files to attach').setInputFiles({
        ...{ name: 'twice.txt', mimeType: 'text/plain', buffer: Buffer.from('x') },
      })
      await expect(dialog.getByRole('button', { name: 'Remove twice.txt' })).toBeVisible()
      await once('mailThreads.create', send, 'Sends in 10 seconds')
      await section.getByRole('button', { name: 'Twice' }).click()
      const sendNow = dialog.getByRole('button', { name: 'Send now' })
      await once('outgoingMail.sendNow', sendNow, 'The mail is on its way')
      const retry = dialog.getByRole('button', { name: 'Retry' })
      await once('outgoingMail.retry', retry, 'The mail is sent again')
      await dialog.getByRole('button', { name: 'Save twice.txt as a document' }).click()
      const save = dialog.getByRole('button', { name: 'Save', exact: true })
      await once('documents.saveMailFile', save, 'twice.txt saved as a document')
      await text.fill('Once more')
      await once('mailThreads.write', send, 'Sends in 10 seconds')
      const cancel = dialog.getByRole('button', { name: 'Cancel', exact: true })
      await once('outgoingMail.cancel', cancel, 'Not sent')
    },
  },
  'whose mail it is': {
    calls: ['mailThreads.update'],
    async walk(page, once) {
      await signIn(page)
      const id = await newClient(page, 'owner@twice.test')
      const words = { clientId: id, subject: 'Whose', text: 'Ours' }
      await page.request.post('/api/admin/mail/threads', { data: words, headers })
      const found = await page.request.get(`/api/admin/mail/threads?clientId=${id}`)
      const { items } = (await found.json()) as { items: { id: string }[] }
      await page.goto(`/admin/inbox?thread=${items[0]?.id}`)
      const remove = page.getByRole('button', { name: 'Remove the link' })
      await once('mailThreads.update', remove, 'Linked to nobody any more')
    },
  },
  'saved replies': {
    calls: ['savedReplies.create', 'savedReplies.update', 'savedReplies.remove'],
    async walk(page, once) {
      await signIn(page)
      const id = await newClient(page, 'replies@twice.test')
      await page.goto(`/admin/clients/${id}`)
      await page.getByRole('button', { name: 'Write an e-mail' }).click()
      await page.getByRole('button', { name: 'Saved replies' }).click()
      const dialog = page.getByRole('dialog', { name: /repl/ })
      await dialog.getByRole('button', { name: 'New reply' }).click()
      await dialog.getByLabel('Shortcut').fill('twice')
      await dialog.getByLabel('Text').fill('Once')
      const create = dialog.getByRole('button', { name: 'Create reply' })
      await once('savedReplies.create', create, 'Reply created')
      await dialog.getByRole('button', { name: 'Edit /twice' }).click()
      await dialog.getByLabel('Text').fill('Once more')
      const save = dialog.getByRole('button', { name: 'Save', exact: true })
      await once('savedReplies.update', save, 'Reply updated')
      const remove = dialog.getByRole('button', { name: 'Delete /twice' })
      await once('savedReplies.remove', remove, 'Reply deleted')
    },
  },
}
