import { takeCalls } from './calls.ts'
import { visit, wireOf } from './chat.ts'
import { expect, expectAccessible, expectRefusals, openSession, signIn } from './fixtures.ts'
import { toastWith } from './leads.ts'
import { entryWith, mailsTo, messageOf, newLead, openLead, sendNow, talkOf, test } from './mail.ts'

// All tests run in one worker, because they share a product and a mail server of their own.
test.describe.configure({ mode: 'default' })

test('from the list to the sent mail by keyboard alone; variables, times and saved replies', async ({
  page,
  server,
  quiet,
}) => {
  const { email: to } = await newLead(page, 'Keya Board')
  await signIn(page, '/admin/inbox')
  await expect(page.getByRole('link', { name: /Keya Board/ })).toBeVisible()
  await page.keyboard.press('j')
  await expect(page.getByRole('heading', { name: 'Keya Board' })).toBeVisible()
  await expect(messageOf(page)).toBeVisible()
  await page.keyboard.press('r')
  await expect(messageOf(page)).toBeFocused()
  await page.keyboard.type('/hel')
  await expect(page.getByRole('option', { name: /^\/hello/ })).toHaveAttribute(
    'aria-selected',
    'true',
  )
  await page.keyboard.press('Enter')
  await expect(messageOf(page)).toHaveValue(
    'Hello Keya Board, thank you for writing. How can I help?',
  )
  await page.keyboard.press('Control+Enter')
  await expect(toastWith(page, 'Sends in 10 seconds')).toBeVisible()
  await expect(messageOf(page)).toHaveValue('')
  await expect(talkOf(page).getByText(/^Sends in \d+ s$/)).toBeVisible()
  const reply = entryWith(page, 'How can I help?')
  await reply.getByRole('button', { name: 'Send Now' }).press('Enter')
  await expect(reply.getByText(/^Accepted by the mail server/)).toBeVisible()
  expect(mailsTo(server, to).filter((mail) => mail.includes('How can I help?'))).toHaveLength(1)

  await messageOf(page).fill('Dear {name}, about {invoice}')
  await expect(page.getByText('Please fill in: {invoice}')).toBeVisible()
  await messageOf(page).press('Control+Enter')
  await expect(page.getByRole('alert')).toContainText('There’s no value for {invoice}')
  await expect.poll(() => page.evaluate(() => getSelection()?.toString())).toBe('{invoice}')
  await messageOf(page).fill('Dear {name}, tomorrow')
  await page.getByRole('button', { name: 'Send Later' }).click()
  await page.getByRole('menuitem', { name: /^Tomorrow morning/ }).click()
  await expect(toastWith(page, 'Scheduled for')).toBeVisible()
  await expect(talkOf(page).getByText('Dear Keya Board, tomorrow')).toBeVisible()
  await talkOf(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(messageOf(page)).toHaveValue('Dear Keya Board, tomorrow')

  await messageOf(page).fill('')
  await page.getByRole('button', { name: 'Saved Replies' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Share 4 replies with the team' }).click()
  await expect(dialog.getByText('/hours', { exact: true })).toBeVisible()
  await expect(dialog.getByRole('button', { name: /^Share/ })).toHaveCount(0)
  await dialog.getByRole('button', { name: 'New Reply' }).click()
  await dialog.getByLabel('Shortcut').fill('/Hours')
  await dialog.getByLabel('Text').fill('We are open.')
  await dialog.getByRole('button', { name: 'Create Reply' }).click()
  await expect(dialog.getByText('This shortcut is taken')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByLabel('Shortcut').fill('open-now')
  await dialog.getByLabel('Text').press('Control+Enter')
  await expect(dialog.getByText('/open-now', { exact: true })).toBeVisible()
  await dialog.getByRole('button', { name: 'More for /open-now' }).click()
  await dialog.getByRole('menuitem', { name: 'Delete' }).click()
  await expect(dialog.getByText('/open-now', { exact: true })).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Undo Deletion' }).click()
  await dialog.getByRole('button', { name: 'Use /open-now' }).click()
  await expect(messageOf(page)).toHaveValue('We are open.')
  expectRefusals(quiet, 409)
})

test('a mail is taken back with its text and file, and sent once although pressed twice; who answers after somebody else is told, and without network the text stays', async ({
  page,
  server,
  quiet,
}) => {
  const { email: to, id } = await newLead(page, 'Una Done')
  const wire = await wireOf(page)
  await openSession(page)
  await openLead(page, 'Una Done')
  const form = page.getByRole('form', { name: 'Write an Email' })
  const attached = form.getByRole('list', { name: 'Attachments' })
  await form.getByLabel('Files to attach').setInputFiles({
    name: 'plan.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('First the slips'),
  })
  await expect(attached.getByRole('button', { name: 'Remove plan.txt' })).toBeVisible()
  await messageOf(page).fill('Not yet')
  await form.getByRole('button', { name: 'Send', exact: true }).dblclick()
  await expect(messageOf(page)).toHaveValue('')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(messageOf(page)).toHaveValue('Not yet')
  await expect(messageOf(page)).toBeFocused()
  await expect(attached.getByText('plan.txt')).toBeVisible()
  await expect(talkOf(page).getByText(/^Sends in/)).toHaveCount(0)
  await page.reload()
  await expect(messageOf(page)).toHaveValue('Not yet')
  await expect(attached.getByText('plan.txt')).toBeVisible()
  await messageOf(page).fill('Now, with {link}')
  await form.getByRole('button', { name: 'Send', exact: true }).dblclick()
  await expect(talkOf(page).getByText(/^Sends in/)).toHaveCount(1)
  // An answered request leaves the list, but an agent who keeps writing keeps the text and the
  // caret.
  const reading = Promise.withResolvers<void>()
  const item = /\/api\/admin\/inbox\/[\w-]{36}$/
  await page.route(item, async (route) => {
    await reading.promise
    await route.continue()
  })
  await sendNow(page, 'Now, with')
  await messageOf(page).focus()
  const read = page.waitForResponse(item)
  reading.resolve()
  await read
  await expect(messageOf(page)).toBeFocused()
  await expect.poll(() => mailsTo(server, to).join()).toContain('plan.txt')
  await expect(talkOf(page).getByText(/^Sends in/)).toHaveCount(0)
  const sent = mailsTo(server, to).filter((mail) => mail.includes('plan.txt'))
  expect(sent).toHaveLength(1)
  expect(sent[0]).not.toContain('Not yet')

  wire.deaf = true
  const headers = { 'sec-fetch-site': 'same-origin' }
  const answered = await page.request.post('/api/admin/mail/threads', {
    data: { inquiryId: id, subject: 'Your request', text: 'Theirs', force: true },
    headers,
  })
  expect(answered.status()).toBe(201)
  await messageOf(page).fill('The second answer')
  await messageOf(page).press('Control+Enter')
  const refusal = page.getByRole('alert').filter({ hasText: 'Your email wasn’t sent' })
  await expect(refusal).toContainText('answered')
  await expect(messageOf(page)).toHaveValue('The second answer')
  await refusal.getByRole('button', { name: 'Send Anyway' }).click()
  await expect(messageOf(page)).toHaveValue('')
  wire.deaf = false
  await expect(talkOf(page).getByText('The second answer')).toBeVisible()
  expectRefusals(quiet, 409)

  await page.context().setOffline(true)
  await messageOf(page).fill('A second try')
  await messageOf(page).press('Control+Enter')
  // The header shows the alert before the first attempt fails. Until then, a second attempt is
  // ignored.
  await expect(form.getByRole('alert')).toContainText('You’re offline')
  await page.context().setOffline(false)
  await expect.poll(() => page.evaluate(() => navigator.onLine)).toBe(true)
  await expect(messageOf(page)).toHaveValue('A second try')
  server.script = (step, recipient) => (step === 'recipient' && recipient === to ? 550 : 'take')
  await messageOf(page).press('Control+Enter')
  const reply = entryWith(page, 'A second try')
  await reply.getByRole('button', { name: 'Send Now' }).click()
  await expect(reply.getByText(/^Failed: .*As scripted/)).toBeVisible()
  server.script = () => 'take'
  await reply.getByRole('button', { name: 'Retry' }).click()
  await expect(reply.getByText(/^Accepted by the mail server/)).toBeVisible()
  await expect(reply.getByText(/^Failed/)).toHaveCount(0)
  quiet.splice(0)
})

test('a client and a project are written to from their pages, and a chat that has ended', async ({
  page,
  server,
  product,
}) => {
  await signIn(page)
  await expect(page.getByText('waiting for a reply').first()).toBeVisible()
  await expect(page.getByText('Nobody is notified of new requests.')).toBeHidden()
  await expect(page.getByRole('region', { name: 'Set up email' })).toBeHidden()
  const headers = { 'sec-fetch-site': 'same-origin' }
  const person = { name: 'Clio Ent', email: 'clio@visitor.test' }
  const made = await page.request.post('/api/admin/clients', { data: person, headers })
  const { id } = await made.json()
  const project = { title: 'Delivery slips' }
  await page.request.post(`/api/admin/clients/${id}/projects`, { data: project, headers })
  await page.goto(`/admin/clients/${id}`)
  const section = page.getByRole('region', { name: 'Email' })
  await expect(section.getByText('No email with this client yet')).toBeVisible()
  await section.getByRole('button', { name: 'Write an Email' }).click()
  const dialog = page.getByRole('dialog', { name: 'Write an Email' })
  await dialog.getByLabel('Subject').fill('Our plan')
  await messageOf(page).fill('It begins on Monday.')
  await messageOf(page).press('Control+Enter')
  await section.getByRole('button', { name: 'Our plan' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Send Now' }).click()
  await expect(page.getByRole('dialog').getByText(/^Accepted/)).toBeVisible()
  expect(mailsTo(server, 'clio@visitor.test')[0]).toMatch(/^Subject: Our plan\r$/m)
  await page.keyboard.press('Escape')
  await page.getByRole('tab', { name: 'Projects (1)' }).click()
  await page
    .getByRole('button', { name: /Delivery slips/ })
    .first()
    .click()
  await page.getByRole('button', { name: 'Write an Email' }).click()
  await expect(page.getByRole('dialog').getByLabel('Subject')).toHaveValue('Delivery slips')

  const visitor = await visit(product, 'Chad Mail')
  visitor.say('Do you read slips?')
  visitor.end()
  await page.goto('/admin/chat')
  await page.getByRole('tab', { name: /^Ended/ }).click()
  await page.getByRole('button', { name: /^Chad Mail, / }).click()
  const chat = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Reply by Email' }).click()
  await expect(chat.getByText('chad.mail@tarn.example')).toBeVisible()
  await expect(chat.getByLabel('Subject')).toHaveValue(/^Your chat with /)
  await messageOf(page).fill('Yes, we read them.')
  await messageOf(page).press('Control+Enter')
  await expect(chat).toHaveCount(0)
  await expect(toastWith(page, 'Sends in 10 seconds')).toBeVisible()
  await page.getByRole('button', { name: 'Reply by Email' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Send Now' }).click()
  await expect(page.getByRole('dialog').getByText(/^Accepted/)).toBeVisible()
  expect(mailsTo(server, 'chad.mail@tarn.example').join()).toContain('Yes, we read them.')
  visitor.leave()
})

test('files are attached by drag and by paste, several at once, and a wrong one says why', async ({
  page,
  server,
  quiet,
}) => {
  const { email: to } = await newLead(page, 'Dora Drag')
  await openSession(page)
  await openLead(page, 'Dora Drag')
  const give = (how: 'drop' | 'paste', names: string[]) =>
    messageOf(page).evaluate(
      (field, [how, names]) => {
        const data = new DataTransfer()
        for (const name of names) data.items.add(new File([`In ${name}`], name))
        const common = { bubbles: true, cancelable: true }
        field.dispatchEvent(
          how === 'drop'
            ? new DragEvent('drop', { ...common, dataTransfer: data })
            : new ClipboardEvent('paste', { ...common, clipboardData: data }),
        )
      },
      [how, names] as const,
    )
  await give('drop', ['one.txt', 'two.txt', 'three.txt', 'four.txt'])
  await give('paste', ['five.txt', 'wrong.exe'])
  const attached = page.getByRole('list', { name: 'Attachments' })
  for (const name of ['one', 'two', 'three', 'four', 'five']) {
    await expect(attached.getByRole('button', { name: `Remove ${name}.txt` })).toBeVisible()
  }
  await expect(attached.getByRole('alert')).toContainText('wrong.exe')
  await messageOf(page).fill('Five files')
  await messageOf(page).press('Control+Enter')
  await entryWith(page, 'Five files').getByRole('button', { name: 'Send Now' }).click()
  await expect(entryWith(page, 'Five files').getByText(/^Accepted/)).toBeVisible()
  const sent = mailsTo(server, to).find((mail) => mail.includes('Five files')) ?? ''
  for (const name of ['one', 'two', 'three', 'four', 'five']) expect(sent).toContain(`${name}.txt`)
  expectRefusals(quiet, 415)
})

test('times are offered below what is written, nothing is sent before, and a link books its time', async ({
  page,
  server,
}) => {
  const { email: to } = await newLead(page, 'Ofra Times')
  await takeCalls(page)
  await signIn(page, '/admin/inbox')
  await openLead(page, 'Ofra Times')
  await messageOf(page).pressSequentially('Hello, see below. @t')
  const offer = page.getByRole('dialog', { name: 'Offer times' })
  await expect(offer.getByRole('group', { name: 'Time 3' })).toBeVisible()
  await offer.getByRole('button', { name: 'Insert' }).click()
  await expect(messageOf(page)).toHaveValue(/^Hello, see below\.\n\nShall we talk\?/)
  await expect(toastWith(page, 'Sends in 10 seconds')).toHaveCount(0)
  await messageOf(page).press('Control+Enter')
  await sendNow(page, 'Hello, see below.')
  const [mail = ''] = mailsTo(server, to).filter((one) => one.includes('see below'))
  const text = mail.replaceAll('=\r\n', '').replaceAll('=3D', '=')
  const [link = ''] = /https?:\S+\/offer\?request=\S+/.exec(text) ?? []
  await page.goto(new URL(link).pathname + new URL(link).search)
  await page.getByRole('button', { name: 'Confirm the Call' }).click()
  await expect(page).toHaveURL(/\/meetings\//)
})
