import { expect, test } from 'vitest'
import { inquiries, users } from '#server/database/schema.ts'
import { noticesOf, receive, threadWith } from '#test/harness/mail-thread.ts'
import { mailInEnvironment, mailOf } from '#test/harness/mails.ts'
import { write } from '#test/harness/requests.ts'
import { openTestApp } from '#test/harness/test-app.ts'

test('nobody is told of a mail of their own, so that a program of theirs has nothing to answer', async () => {
  await using app = await openTestApp({ environment: mailInEnvironment })
  const _agent = await app.person('agent')
  const email = 'Cara@firm.test'
  const [cara] = await app.db.update(users).set({ email }).returning()
  const { id: inquiryId } = await write(app)
  const { replyTo } = await threadWith(app, 'ada@northfold.test', { inquiryId })
  await app.db.update(inquiries).set({ assigneeId: cara?.id ?? '' })
  const before = await noticesOf(app)
  const proven = { 'Authentication-Results': 'mx.firm.test; dmarc=pass header.from=firm.test' }
  const own = { From: 'cara@FIRM.test', ...proven }
  const { message } = await receive(app, mailOf('I am away', own), { recipient: replyTo })
  expect(message?.kind).toBe('note')
  await receive(app, mailOf('A mail of my own', { ...own, To: 'ada@x.test' }))
  const forAll = mailOf('Answer all of us', { ...own, 'Reply-To': 'staff@firm.test' })
  const { message: note } = await receive(app, forAll, { recipient: replyTo })
  expect(note?.kind).toBe('note')
  expect(await noticesOf(app)).toEqual(before)
  const other = { From: 'staff@firm.test', ...proven }
  await receive(app, mailOf('I know them', other), { recipient: replyTo })
  expect(await noticesOf(app)).toHaveLength(before.length + 1)
})
