import { expect, test } from 'vitest'
import { noticesOf, openDeadlines, receive, threadWith } from '#test/harness/mail-thread.ts'
import { mailInEnvironment, mailOf } from '#test/harness/mails.ts'
import { openTestApp } from '#test/harness/test-app.ts'
import { mailThreads } from '../threads/contract.ts'

const openApp = () => openTestApp({ environment: mailInEnvironment })

const anna = 'Anna Kunde <anna@kunde.test>'
const ofForm = { From: '"Anna via Form" <noreply@forms.test>', 'Reply-To': anna }

const throughOthers: [what: string, headers: Record<string, string>, via: string][] = [
  ['a form', ofForm, 'noreply@forms.test'],
  ['a form of the firm’s', { From: 'Site <site@firm.test>', 'Reply-To': anna }, 'site@firm.test'],
  [
    'the mailbox that we read',
    { From: 'reply@in.firm.test', 'Reply-To': anna },
    'reply@in.firm.test',
  ],
  [
    'a list that sends itself',
    { ...ofForm, From: 'Anna via Info <info@x.test>', Precedence: 'list' },
    'info@x.test',
  ],
  [
    'another mailbox',
    { From: 'Anna <anna.work@kunde.test>', 'Reply-To': anna },
    'anna.work@kunde.test',
  ],
]

test('who is named in Reply-To is answered, and From is shown beside', async () => {
  await using app = await openApp()
  const agent = await app.person('agent')
  for (const [at, [what, headers, via]] of throughOthers.entries()) {
    const { message, thread } = await receive(app, mailOf('Please send me an offer.', headers))
    expect(message?.kind, what).toBe('received')
    expect(await openDeadlines(app), what).toHaveLength(at + 1)
    const notice = { event: 'mail.received', eventKey: `mail ${message?.id}` }
    expect(await noticesOf(app), what).toContainEqual(notice)
    const id = thread?.id ?? ''
    const shown = await agent.call(mailThreads.show, { id })
    expect(shown.thread, what).toMatchObject({ name: 'Anna Kunde', to: 'anna@kunde.test' })
    expect(shown.messages, what).toMatchObject([
      { from: { name: 'Anna Kunde', address: 'anna@kunde.test' }, via, fromOtherAddress: false },
    ])
    const answer = { id, text: 'Here it is', seenId: message?.id ?? null }
    expect((await agent.call(mailThreads.write, answer)).to, what).toBe('anna@kunde.test')
    const next = mailOf('Thanks', { From: anna, 'In-Reply-To': message?.messageId ?? '' })
    const { message: second } = await receive(app, next)
    expect(second, what).toMatchObject({ threadId: id, fromOtherAddress: false, viaAddress: '' })
  }
})

const vera = 'Vera <vera@visitor.test>'
const ofOneself: [what: string, headers: Record<string, string>][] = [
  ['From', { 'Reply-To': 'VERA@visitor.test' }],
  ['the list that it was written to', { To: 'talk@list.test', 'Reply-To': 'talk@list.test' }],
  [
    'the list that it came through',
    { 'List-Post': '<mailto:Talk@list.test>', 'Reply-To': 'Talk <talk@list.test>' },
  ],
  ['ourselves', { 'Reply-To': 'reply+x@in.firm.test' }],
]

test('a Reply-To of the sender, of a list or of ours leaves From to be answered', async () => {
  await using app = await openApp()
  const agent = await app.person('agent')
  for (const [what, headers] of ofOneself) {
    const { message, thread } = await receive(app, mailOf('Hello', { From: vera, ...headers }))
    expect(message, what).toMatchObject({ kind: 'received', viaAddress: '' })
    const shown = await agent.call(mailThreads.show, { id: thread?.id ?? '' })
    expect(shown.thread.to, what).toBe('vera@visitor.test')
  }
  const own = { From: 'site@firm.test', 'Reply-To': 'reply+x@in.firm.test' }
  expect((await receive(app, mailOf('Hello', own))).message?.kind).toBe('automatic')
})

test('a Reply-To makes nobody a participant or a colleague, and moves no conversation', async () => {
  await using app = await openApp()
  const agent = await app.person('agent')
  const { threadId, replyTo } = await threadWith(app, 'vera@visitor.test')
  await receive(app, mailOf('Yes', { From: vera }), { recipient: replyTo })
  const forged: Record<string, string>[] = [
    { From: 'eve@elsewhere.test', 'Reply-To': vera },
    { From: vera, 'Reply-To': 'eve@elsewhere.test' },
  ]
  for (const headers of forged) {
    const { message } = await receive(app, mailOf('Pay here', headers), { recipient: replyTo })
    expect(message).toMatchObject({ kind: 'received', threadId, fromOtherAddress: true })
    const shown = await agent.call(mailThreads.show, { id: threadId })
    expect(shown.thread.to).toBe('vera@visitor.test')
  }
  const passed = (domain: string) => ({
    'Authentication-Results': `mx.firm.test; dmarc=pass header.from=${domain}`,
  })
  const staff = 'staff@firm.test'
  const asColleague: Record<string, string>[] = [
    { From: 'eve@elsewhere.test', 'Reply-To': staff, ...passed('elsewhere.test') },
    { From: staff, 'Reply-To': 'eve@elsewhere.test' },
  ]
  for (const headers of asColleague) {
    const { message, thread } = await receive(app, mailOf('Pay here', headers))
    expect(message).toMatchObject({ kind: 'received', suspectReasons: ['sender_unverified'] })
    expect(thread?.suspect).toBe(true)
  }
  const failed = { 'Authentication-Results': 'mx.firm.test; dmarc=fail header.from=forms.test' }
  const { message } = await receive(app, mailOf('Hello', { ...ofForm, ...failed }))
  expect(message?.suspectReasons).toEqual(['dmarc_fail'])
})
