import { setTimeout as wait } from 'node:timers/promises'
import type { Report } from '../bench/report.ts'
import { until } from '../test/chat-pairs.ts'
import { startDovecot } from '../test/dovecot.ts'
import { mailOf } from '../test/mails.ts'
import { type Postfix, startPostfix } from '../test/postfix.ts'
import { startProduct } from '../test/product.ts'
import { sendBySmtp } from '../test/smtp-client.ts'
import { mailEnvironment, query, sendForm, staff as staffAddresses } from './mail-ledger.ts'
import { newColleague, owner } from './mail-staff.ts'

const header = (text: string, name: string) =>
  new RegExp(`^${name}: <?([^>\\r\\n]+)>?\\r$`, 'im').exec(text)?.[1]

/** A rude one does not say that a program wrote it. */
type Responder = { address: string; isRude: boolean; got: number; answered: number }

/** Programs that answer every mail, whoever sent it. @returns a function that stops them. */
function startResponders(postfix: Postfix, responders: readonly Responder[]): () => Promise<void> {
  let isOver = false
  let seen = postfix.delivered().length
  const run = async () => {
    while (!isOver) {
      const mails = postfix.delivered()
      const fresh = mails.slice(seen)
      seen = mails.length
      for (const { raw, to } of fresh) {
        const responder = responders.find(({ address }) => address === to)
        if (!responder) continue
        responder.got++
        const text = raw.toString('latin1')
        const target = header(text, 'Reply-To') ?? header(text, 'From')?.split('<').at(-1) ?? ''
        const answer = mailOf('I am away until Monday.', {
          ...{
            From: to,
            To: target,
            Subject: 'Away',
            'In-Reply-To': `<${header(text, 'Message-ID')}>`,
          },
          ...(!responder.isRude && { 'Auto-Submitted': 'auto-replied' }),
        })
        await sendBySmtp(postfix.port, { from: to, to: target, raw: answer })
        responder.answered++
      }
      await wait(200)
    }
  }
  const running = run()
  return async () => {
    isOver = true
    await running
  }
}

/**
 * Everybody's mail is answered by programs: a visitor's, a rude one's, that of an address of
 * `MAIL_TO`, and that of a colleague who is mailed of each mail. They answer to the mailbox that is read.
 */
export async function silentResponders(report: Report, isShort: boolean): Promise<void> {
  await using dovecot = await startDovecot()
  await using postfix = await startPostfix({ inward: `lmtp:unix:${dovecot.lmtp}` })
  await using product = await startProduct({
    environment: mailEnvironment(postfix.url, {
      ...{ MAIL_FROM: 'Northfold <site@in.firm.test>', IMAP_URL: dovecot.url },
      PUBLIC_URL: 'http://localhost:3000',
    }),
  })
  const [visitor, rude] = ['away@visitor.test', 'rude@visitor.test'] as const
  const colleague = 'cara@firm.test'
  const responders = [visitor, rude, colleague, ...staffAddresses].map((address) => ({
    ...{ address, isRude: address !== visitor, got: 0, answered: 0 },
  }))
  const chief = await owner(product.url)
  const cara = await newColleague(product.url, chief, { username: 'cara', email: colleague })
  const preferences = ['mail.received', 'lead.assigned'].map((event) => ({
    ...{ event, push: true, mail: true },
  }))
  const method = 'PUT'
  await cara.call('/api/admin/notifications/preferences', { preferences }, { method })
  await until('the invitation', 30_000, () => postfix.delivered().length === 1)
  const stop = startResponders(postfix, responders)
  for (const email of [visitor, rude]) await sendForm(product.url, email)
  const { body } = await chief.call<{ items: { id: string }[] }>('/api/admin/inbox?view=all')
  for (const { id } of body.items) {
    await chief.call(`/api/admin/inbox/${id}/assign`, { assigneeId: cara.id })
  }
  const total = () => responders.reduce((sum, { got }) => sum + got, 0)
  const countReceived = async () =>
    (
      await query<{ kind: string }>(
        product,
        `select kind from mail_messages where direction = 'in'`,
      )
    ).length
  // Two confirmations, two alerts for each address of MAIL_TO, two assignments.
  const first = 2 + 2 * staffAddresses.length + 2
  await until('the first round', 60_000, () => total() >= first)
  let [quiet, got] = [0, total()]
  const silence = isShort ? 8 : 30
  const over = performance.now() + 90_000
  while (quiet < silence && performance.now() < over) {
    await wait(1_000)
    quiet = total() === got ? quiet + 1 : 0
    got = total()
  }
  await stop()
  const answers = responders.reduce((sum, { answered }) => sum + answered, 0)
  await until('their answers', 60_000, async () => (await countReceived()) >= answers)
  const rows = await query<{ kind: string; count: number }>(
    product,
    `select kind, count(*)::int as count from mail_messages where direction = 'in' group by kind order by kind`,
  )
  const toVisitors = await query(
    product,
    `select from mail_messages where direction = 'out' and to_address like '%@visitor.test'`,
  )
  // The colleague is mailed of the rude visitor's answer and of those to the alerts, not of their own.
  const most = first + 1 + 2 * staffAddresses.length
  const isSilent = quiet >= silence && got <= most && toVisitors.length === 2
  report(
    isSilent,
    `${responders.length} programs that answer every mail (${responders.filter(({ isRude }) => isRude).length} without ` +
      `saying so): they got ${got} mails, answered ${answers}, stored as ` +
      `${rows.map(({ kind, count }) => `${count} ${kind}`).join(', ')}; ${toVisitors.length} mails to visitors; ` +
      (quiet >= silence ? `silence for ${quiet} s` : 'no silence within 90 s'),
  )
}
