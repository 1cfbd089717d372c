import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { bounceOf, filePart, mailOf, multipartOf } from '#test/harness/mails.ts'
import { pdf } from '#test/harness/sample-files.ts'
import { expect, expectAccessible, expectNoOverflow, openSession, signIn } from './fixtures.ts'
import { toastWith } from './leads.ts'
import { answered, entryWith, mailComesIn, newLead, openLead, replyTo, test } from './mail.ts'

// All tests run in one worker, because they share a product and a mail server of their own.
test.describe.configure({ mode: 'default' })

const headers = { 'sec-fetch-site': 'same-origin' }

async function newClient(page: Page, name: string, email: string): Promise<string> {
  const made = await page.request.post('/api/admin/clients', { data: { name, email }, headers })
  const { id } = (await made.json()) as { id: string }
  const project = { title: `Slips of ${name}` }
  await page.request.post(`/api/admin/clients/${id}/projects`, { data: project, headers })
  return id
}

const pane = (page: Page) => page.locator('.inbox-one')
const owner = (page: Page) => page.getByRole('region', { name: 'Conversation belongs to' })

test('an admin sees both directions and sends again what failed; a suspect mail is taken out of suspicion, linked to a project, and becomes a request’s', async ({
  page,
  request,
  server,
}) => {
  server.script = (step, to) => (step === 'recipient' && to === 'staff@n.test' ? 550 : 'take')
  const lead = { name: 'Bea', email: 'bea@tarn.test', message: 'A question' }
  expect((await request.post('/api/contact', { data: lead })).status()).toBe(201)
  for (const Subject of ['Cheap slips', 'Cheap stamps']) {
    const from = { From: 'Bea <bea@tarn.test>', Subject, 'X-Spam-Flag': 'YES' }
    const envelope = { recipient: replyTo, sender: 'bea@tarn.test' }
    await mailComesIn(page, mailOf('When can you begin?', from), envelope)
  }
  await signIn(page)
  const id = await newClient(page, 'Tarn Ltd', 'bea@tarn.test')
  await page.getByRole('link', { name: 'See which' }).click()
  await expect(page).toHaveTitle(/(^|\) )Email · /)
  const failed = page.getByRole('region', { name: 'Failed' })
  await expect(failed).toContainText('As scripted')
  server.script = () => 'take'
  const both = page.getByRole('region', { name: 'Both directions' })
  await expect(both.getByRole('listitem')).toHaveText([
    /^Sending/,
    /^Receiving, from a mailboxNot set up/,
    /^Receiving, from a mail serverWorksLast received/,
  ])
  const unreadable = page.getByRole('region', { name: 'Unreadable' })
  await expect(unreadable).toContainText('Every incoming email could be read.')
  await expectAccessible(page)
  await failed.getByRole('button', { name: /^Retry: New inquiry R-/ }).click()
  await expect(page.getByText('Email sent again').first()).toBeVisible()
  await expect(failed).toContainText('Every email was accepted.')

  const suspect = page.getByRole('region', { name: 'Suspected spam' })
  await expect(suspect).toContainText('Marked as spam by your mail server')
  await suspect.getByRole('button', { name: 'Not spam: Cheap stamps' }).click()
  await expect(page.getByText('Moved to the inbox').first()).toBeVisible()
  await expect(suspect).not.toContainText('Cheap stamps')
  await suspect.getByRole('link', { name: 'Cheap slips' }).click()
  await expect(pane(page).getByRole('heading', { name: 'Bea' })).toBeVisible()
  await expect(pane(page)).toContainText('Marked as spam by your mail server')
  await expect(pane(page)).toContainText('When can you begin?')
  await expectAccessible(page)
  await page.setViewportSize({ width: 320, height: 640 })
  await expect(owner(page)).toBeVisible()
  await expectNoOverflow(page)
  await page.setViewportSize({ width: 1440, height: 900 })
  await owner(page).getByRole('button', { name: 'Not Spam' }).click()
  await expect(toastWith(page, 'Marked as not spam. It’s waiting for a reply')).toBeVisible()
  await expect(pane(page).getByRole('button', { name: 'Take' })).toBeVisible()
  // The button below moves when the suspicion above it disappears.
  await expect(owner(page).getByRole('button', { name: 'Not Spam' })).toHaveCount(0)

  await owner(page).getByRole('button', { name: 'Link to a Client' }).click()
  const dialog = page.getByRole('dialog', { name: 'Whose conversation is this?' })
  // Matches of the sender's address are offered first.
  await expect(dialog.getByRole('option', { name: /^Tarn Ltd.*Client$/ })).toBeVisible()
  await dialog.getByRole('combobox').fill('nobody at all')
  await expect(dialog.getByText('Nothing found.')).toBeVisible()
  await dialog.getByRole('combobox').fill('x'.repeat(201))
  await expect(dialog.getByRole('alert')).toHaveText('Too long by 1 character; use at most 200')
  await dialog.getByRole('combobox').fill('Tarn')
  await dialog.getByRole('option', { name: /Slips of Tarn Ltd/ }).click()
  await expect(owner(page)).toContainText('Linked to Tarn Ltd, Slips of Tarn Ltd')
  await owner(page).getByRole('link', { name: 'Tarn Ltd' }).click()
  await expect(page).toHaveURL(new RegExp(`/admin/clients/${id}`))
  const section = page.getByRole('region', { name: 'Email' })
  await expect(section.getByRole('button', { name: 'Cheap slips' })).toBeVisible()
  await page.goBack()
  await owner(page).getByRole('button', { name: 'Remove the Link' }).click()
  await expect(owner(page)).toContainText('Not linked yet')
  await owner(page).getByRole('button', { name: 'Link to a Client' }).click()
  await dialog.getByRole('option', { name: /Request R-/ }).click()
  await expect(page).toHaveURL(/lead=/)
  await expect(pane(page)).toContainText(/Inquiry R-/)
  await expect(pane(page)).toContainText('When can you begin?')
})

test('a received mail shows its words, its HTML in a frame that nothing leaves, and its file as it came; others say whose they are, and one that comes back warns', async ({
  page,
  server,
  quiet,
}) => {
  const { email: to } = await newLead(page, 'Hanna Framed')
  await openSession(page)
  await openLead(page, 'Hanna Framed')
  const sent = await answered(page, server, to, 'How many slips a week?')
  const { threadAddress } = sent
  await expect(page.getByText(/^Answered by email/).first()).toBeVisible()
  const html = [
    '<h2>Our numbers</h2><p>4,200 a <b>week</b>.</p><img src="https://track.test/pixel.gif">',
    '<script>document.body.append("ran")</script><a href="https://track.test/">A link</a>',
  ].join('')
  const part = { headers: { 'Content-Type': 'text/html; charset=utf-8' }, body: html }
  const program = filePart('setup.exe', 'application/x-msdownload', Buffer.from('MZ of a program'))
  const raw = multipartOf('mixed', [part, filePart('slips.pdf', 'application/pdf', pdf), program], {
    From: `Hanna Framed <${to}>`,
    To: threadAddress,
    Subject: 'Re: Your request',
  })
  await mailComesIn(page, raw, { recipient: threadAddress })
  const entry = entryWith(page, 'Our numbers')
  await expect(entry).toContainText('4,200 a week.')
  const files = entry.getByRole('list', { name: 'Attachments' })
  await expect(files.getByRole('listitem')).toHaveCount(2)
  await expect(files.getByRole('listitem').filter({ hasText: 'setup.exe' })).toContainText(
    'Not kept: ',
  )
  const link = files.getByRole('link', { name: 'Download slips.pdf' })
  expect((await page.request.get((await link.getAttribute('href')) ?? '')).status()).toBe(200)

  const asked: string[] = []
  page.on('response', (response) => asked.push(response.url()))
  await entry.getByRole('button', { name: 'Show as HTML' }).click()
  const frame = entry.frameLocator('iframe')
  await expect(frame.getByRole('heading', { name: 'Our numbers' })).toBeVisible()
  await expect(frame.getByText('ran', { exact: true })).toHaveCount(0)
  expect(asked.filter((url) => !url.startsWith(new URL(page.url()).origin))).toEqual([])
  await expectAccessible(page)
  await entry.getByRole('button', { name: 'Hide HTML' }).click()
  await expect(entry.locator('iframe')).toHaveCount(0)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    entry.getByRole('link', { name: 'Download Original' }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/\.eml$/)
  expect(readFileSync(await download.path())).toEqual(raw)
  // The frame shares the page's process, so its refusals are logged here.
  const refusals = /frame is sandboxed|track\.test.*Content Security Policy|Origin-Agent-Cluster/
  quiet.splice(0, quiet.length, ...quiet.filter((line) => !refusals.test(line)))

  const comesIn = (text: string, headers: Record<string, string>) => {
    const usual = { To: threadAddress, Subject: 'Re: Your request' }
    const envelope = { recipient: threadAddress }
    return mailComesIn(page, mailOf(text, { ...usual, ...headers }), envelope)
  }
  const automatic = { From: `Hanna <${to}>`, 'Auto-Submitted': 'auto-replied' }
  await comesIn('Back on Monday.', automatic)
  await expect(entryWith(page, 'Back on Monday.')).toContainText('Automatic')
  await comesIn('Please answer here.\n\nOn Monday Counterfoil wrote:\n> We can help.', {
    From: 'Form <noreply@forms.test>',
    'Reply-To': 'Bo at home <bo@home.test>',
    Subject: 'Another matter',
  })
  const other = entryWith(page, 'Please answer here.')
  await expect(other).toContainText('From another address')
  await expect(other).toContainText('From bo@home.test via noreply@forms.test')
  await expect(other).toContainText('Another matter')
  await expect(other.getByText('We can help.')).toHaveCount(0)
  await other.getByRole('button', { name: 'Show Quoted Text' }).click()
  await expect(other.getByText('We can help.')).toBeVisible()

  const about = { messageId: sent.messageId, to }
  const bounce = bounceOf(about, { to: sent.envelopeSender || replyTo })
  await mailComesIn(page, bounce, { recipient: sent.envelopeSender, sender: '' })
  await expect(sent.entry.getByText(/^Bounced: .*5\.1\.1/)).toBeVisible()
  await expect(page.getByText('A recent email to this address bounced.')).toBeVisible()
  await expect(page.getByRole('link', { name: /Hanna Framed/ })).toBeVisible()
})
