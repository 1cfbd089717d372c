import { readFileSync } from 'node:fs'
import { openMailSink } from '#test/harness/mail-sink.ts'
import { bounceOf, filePart, mailOf, multipartOf } from '#test/harness/mails.ts'
import { startProduct } from '#test/harness/product.ts'
import { pdf } from '#test/harness/sample-files.ts'
import { panelOf, sendMessage, startChat } from './chat.ts'
import {
  expect,
  expectAccessible,
  expectNoOverflow,
  test as onPage,
  signIn,
  stirOnLoad,
} from './fixtures.ts'
import { toastWith } from './leads.ts'
import {
  answered,
  entryWith,
  mailComesIn,
  mailsTo,
  messageOf,
  newLead,
  openLead,
  replyTo,
  test,
} from './mail.ts'
import { write } from './users.ts'

const token = 'token-of-the-mail-page'
const refusal = '550 5.1.1 no such user'

const spam = mailOf('Buy now.', {
  ...{ From: 'Bea <bea@spam.test>', Subject: 'Cheap slips' },
  'X-Spam-Flag': 'YES',
})

onPage.describe('with a mail server that refuses the first mail', () => {
  onPage.use({
    baseURL: async ({ browserName: _ }, use) => {
      await using sink = await openMailSink()
      sink.refuseNext(refusal)
      const mail = { SMTP_URL: sink.url, MAIL_FROM: 'site@n.example', MAIL_TO: 'staff@n.example' }
      await using product = await startProduct({ environment: { ...mail, MAIL_IN_TOKEN: token } })
      await use(product.url)
    },
  })

  onPage(
    'an admin sees both directions, sends again what failed, and takes mail out of suspicion',
    async ({ page, request }) => {
      const post = async (data: Buffer, sender: string) => {
        const posted = await request.post('/api/mail/in', {
          headers: { authorization: `Bearer ${token}`, 'content-type': 'message/rfc822' },
          ...{ params: { sender }, data },
        })
        expect(posted.status()).toBe(202)
      }
      await write(request, 'Ada Okafor', 'other')
      await post(spam, 'bea@spam.test')
      await signIn(page, '/admin/mail')
      await expect(page).toHaveTitle(/^Email · /)
      const failed = page.getByRole('region', { name: 'Failed' })
      const retry = failed.getByRole('button', { name: /^Retry: New inquiry R-/ })
      await expect(retry).toBeVisible({ timeout: 15_000 })
      await expect(failed).toContainText(refusal)
      await page.goto('/admin')
      await page.getByRole('link', { name: 'See which' }).click()
      await expect(failed).toContainText(refusal)
      const suspect = page.getByRole('region', { name: 'Suspected spam' })
      const release = suspect.getByRole('button', { name: 'Not spam: Cheap slips' })
      await expect(release).toBeVisible({ timeout: 15_000 })
      await expect(suspect).toContainText('Marked as spam by your mail server')
      const both = page.getByRole('region', { name: 'Both directions' })
      await expect(both.getByRole('listitem')).toHaveText([
        /^Out/,
        /^In, by a mailboxNot set up/,
        /^In, by a mail serverWorksLast received/,
      ])
      const unreadable = page.getByRole('region', { name: 'Unreadable' })
      await expect(unreadable).toContainText('Every incoming email could be read.')
      await expectAccessible(page)

      await retry.click()
      await expect(page.getByText('Email sent again').first()).toBeVisible()
      await expect(failed).toContainText('Every email was accepted.')
      await release.click()
      await expect(page.getByText('Moved to the inbox').first()).toBeVisible()
      await expect(suspect).toContainText('No incoming email looks like spam.')

      await page.setViewportSize({ width: 320, height: 640 })
      await expectNoOverflow(page)
    },
  )
})

test('a received mail shows its words, its HTML in a frame that nothing leaves, and its file as it came', async ({
  page,
  server,
  quiet,
}) => {
  const to = await newLead(page, 'Hanna Framed')
  await signIn(page)
  await openLead(page, 'Hanna Framed')
  const { threadAddress } = await answered(page, server, to, 'How many slips a week?')
  const html = [
    '<h2>Our numbers</h2><p>4,200 a <b>week</b>.</p><img src="https://track.test/pixel.gif">',
    '<script>document.body.append("ran")</script><a href="https://track.test/">A link</a>',
  ].join('')
  const part = { headers: { 'Content-Type': 'text/html; charset=utf-8' }, body: html }
  const program = filePart('setup.exe', 'application/x-msdownload', Buffer.from('MZ of a program'))
  const raw = multipartOf('mixed', [part, filePart('slips.pdf', 'application/pdf', pdf), program], {
    ...{ From: `Hanna Framed <${to}>`, To: threadAddress, Subject: 'Re: Your request' },
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
  // Refusals of the frame are logged; it shares the page's process.
  const refusals = /frame is sandboxed|track\.test.*Content Security Policy|Origin-Agent-Cluster/
  quiet.splice(0, quiet.length, ...quiet.filter((line) => !refusals.test(line)))
})

test('mails of others and automatic ones say so; one that comes back opens the request again and warns', async ({
  page,
  server,
}) => {
  const to = await newLead(page, 'Bo Unced')
  await signIn(page)
  await openLead(page, 'Bo Unced')
  const sent = await answered(page, server, to, 'We can help with that.')
  await expect(page.getByText(/^Answered by email/).first()).toBeVisible()
  const comesIn = (text: string, headers: Record<string, string>) => {
    const usual = { To: sent.threadAddress, Subject: 'Re: Your request' }
    const envelope = { recipient: sent.threadAddress }
    return mailComesIn(page, mailOf(text, { ...usual, ...headers }), envelope)
  }
  const automatic = { From: `Bo <${to}>`, 'Auto-Submitted': 'auto-replied' }
  await comesIn('Back on Monday.', automatic)
  await expect(entryWith(page, 'Back on Monday.')).toContainText('Automatic')
  await comesIn('Please answer here.\n\nOn Monday Counterfoil wrote:\n> We can help.', {
    ...{ From: 'Bo at home <bo@home.test>', Subject: 'Another matter' },
  })
  const other = entryWith(page, 'Please answer here.')
  await expect(other).toContainText('From another address')
  await expect(other).toContainText('bo@home.test')
  await expect(other).toContainText('Another matter')
  await expect(other.getByText('We can help.')).toHaveCount(0)
  await other.getByRole('button', { name: 'Show Quoted Text' }).click()
  await expect(other.getByText('We can help.')).toBeVisible()

  const about = { messageId: sent.messageId, to }
  const bounce = bounceOf(about, { to: sent.envelopeSender || replyTo })
  await mailComesIn(page, bounce, { recipient: sent.envelopeSender, sender: '' })
  await expect(sent.entry.getByText(/^Bounced: .*5\.1\.1/)).toBeVisible()
  await expect(page.getByText('A recent email to this address bounced.')).toBeVisible()
  await expect(page.getByRole('link', { name: /Bo Unced/ })).toBeVisible()
})

test('a chat that has ended is answered by e-mail, and the inbox has the answer', async ({
  page,
  server,
  browser,
  baseURL,
}) => {
  await using context = await browser.newContext({ baseURL: baseURL ?? '', locale: 'en-US' })
  const visitor = await context.newPage()
  await visitor.addInitScript(stirOnLoad)
  await visitor.goto('/')
  await startChat(visitor, 'Chad Mail')
  await sendMessage(visitor, 'Do you read slips?')
  await panelOf(visitor)
    .getByRole('button', { name: /^End chat/ })
    .click()
  await signIn(page, '/admin/chat')
  await page.getByRole('tab', { name: /^Ended/ }).click()
  await page.getByRole('button', { name: /^Chad Mail, / }).click()
  await page.getByRole('button', { name: 'Reply by Email' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('chad.mail@tarn.example')).toBeVisible()
  await expect(dialog.getByLabel('Subject')).toHaveValue(/^Your chat with /)
  await messageOf(page).fill('Yes, we read them.')
  await messageOf(page).press('Control+Enter')
  await expect(dialog).toHaveCount(0)
  await expect(toastWith(page, 'Sends in 10 seconds')).toBeVisible()
  await page.getByRole('button', { name: 'Reply by Email' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Send Now' }).click()
  await expect(page.getByRole('dialog').getByText(/^Accepted/)).toBeVisible()
  expect(mailsTo(server, 'chad.mail@tarn.example').join()).toContain('Yes, we read them.')
})
