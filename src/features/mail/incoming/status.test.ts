import { createHash, randomUUIDv7 } from 'node:crypto'
import { expect, test } from 'vitest'
import { mailIntake, mailMailboxes, mailMessages, mailThreads } from '#server/database/schema.ts'
import { openTestApp } from '#test/harness/test-app.ts'
import { incoming } from './contract.ts'

const mail = {
  SMTP_URL: 'smtp://127.0.0.1:1',
  MAIL_FROM: 'site@firm.test',
  MAIL_TO: 'staff@firm.test',
}

test('without mail the status says so, and only an admin may read it', async () => {
  await using app = await openTestApp()
  const admin = await app.person('admin')
  expect(await admin.call(incoming.status, {})).toEqual({
    out: { configured: false, failingSince: null, lastAcceptedAt: null, queued: 0, failed: 0 },
    in: {
      imap: { configured: false, connectedAt: null, failingSince: null, lastError: null },
      post: { configured: false, lastReceivedAt: null },
      unreadable: 0,
      suspect: 0,
    },
  })
  const agent = await app.person('agent')
  await expect(agent.call(incoming.status, {})).rejects.toMatchObject({ code: 'forbidden' })
})

test('the status shows both directions, and lists unreadable mails by page', async () => {
  const environment = {
    ...mail,
    IMAP_URL: 'imaps://u:p@mail.firm.test/Replies',
    MAIL_IN_TOKEN: 'a token of 16 to 200'.replaceAll(' ', '-'),
  }
  await using app = await openTestApp({ environment })
  const admin = await app.person('admin')
  const [failing, accepted] = [new Date('2026-01-02T03:04:05Z'), new Date('2026-01-01T00:00:00Z')]
  await app.db.insert(mailMailboxes).values({
    name: 'u@mail.firm.test/Replies',
    failingSince: failing,
    lastError: 'login_refused',
  })
  await app.db.insert(mailThreads).values({ subject: 'Offer', suspect: true })
  const out = { direction: 'out', kind: 'reply', toAddress: 'v@v.test', subject: 'S', text: 'T' }
  await app.db
    .insert(mailMessages)
    .values([
      { ...out, messageId: '<1@x>', delivery: 'accepted', acceptedAt: accepted } as never,
      { ...out, messageId: '<2@x>', delivery: 'queued' } as never,
      { ...out, messageId: '<3@x>', delivery: 'failed' } as never,
    ])
  const times = [1, 2, 3].map((day) => new Date(Date.UTC(2026, 2, day)))
  const sha256 = createHash('sha256').update('x').digest()
  await app.db.insert(mailIntake).values(
    times.map((receivedAt) => ({
      source: 'post' as const,
      sourceKey: randomUUIDv7(),
      state: 'unreadable' as const,
      receivedAt,
      error: 'nested_too_deep',
      fileSize: 12,
      sha256,
    })),
  )
  expect(await admin.call(incoming.status, {})).toEqual({
    out: {
      configured: true,
      failingSince: null,
      lastAcceptedAt: accepted.toISOString(),
      queued: 1,
      failed: 1,
    },
    in: {
      imap: {
        configured: true,
        connectedAt: null,
        failingSince: failing.toISOString(),
        lastError: 'login_refused',
      },
      post: { configured: true, lastReceivedAt: times[2]?.toISOString() },
      unreadable: 3,
      suspect: 1,
    },
  })
  const first = await admin.call(incoming.unreadable, { limit: 2 })
  expect(first.items).toMatchObject([
    {
      reason: 'nested_too_deep',
      size: 12,
      hasOriginal: false,
      receivedAt: times[2]?.toISOString(),
    },
    { receivedAt: times[1]?.toISOString() },
  ])
  const second = await admin.call(incoming.unreadable, { after: first.next ?? '' })
  expect(second).toMatchObject({ items: [{ receivedAt: times[0]?.toISOString() }], next: null })
  const numbered = await admin.call(incoming.unreadable, { page: 2, limit: 2 })
  expect(numbered).toEqual({ ...second, total: 3 })
  const [{ id = '' } = {}] = first.items
  await expect(admin.call(incoming.unreadableRaw, { id })).rejects.toMatchObject({
    code: 'not_found',
  })
})
