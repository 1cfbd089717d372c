import { setTimeout as wait } from 'node:timers/promises'
import { type Report, seconds } from '../bench/report.ts'
import { until } from '../test/chat-pairs.ts'
import { startDovecot } from '../test/dovecot.ts'
import { mailOf } from '../test/mails.ts'
import { type Postfix, startPostfix } from '../test/postfix.ts'
import { freePort, newDataDirectory, type RunningProduct, startProduct } from '../test/product.ts'
import { sendBySmtp } from '../test/smtp-client.ts'
import { mailEnvironment, newVisitor, query, sendForm, type Target } from './mail-ledger.ts'

const token = 'a-token-for-mail-that-comes-in'

/** An address that the mail server takes and then cannot deliver to. */
const gone = 'gone@visitor.test'

type Answer = { to: string; from: string; messageId: string }

/** The confirmations that visitors have, with the address that answers go to. */
function confirmations(postfix: Postfix): Answer[] {
  return postfix.delivered().flatMap(({ raw, to: from }) => {
    const text = raw.toString('latin1')
    const [, to = ''] = /^Reply-To: <?([^>\r\n]+)>?\r$/im.exec(text) ?? []
    const [, messageId = ''] = /^Message-ID: (.+)\r$/im.exec(text) ?? []
    return from.endsWith('@visitor.test') && to ? [{ to, from, messageId }] : []
  })
}

function answer({ port }: Postfix, { to, from, messageId }: Answer, text: string) {
  const headers = { From: from, To: to, Subject: 'Re: whatever', 'In-Reply-To': messageId }
  return sendBySmtp(port, { from, to, raw: mailOf(text, headers) })
}

type StoredMail = { text: string; email: string; other: boolean; open: number }

/** Received mail, with the address of its lead. */
const storedMails = (target: Target) =>
  query<StoredMail>(
    target,
    `select m.text, coalesce(i.email, '') as email, m.from_other_address as other,
       (select count(*)::int from reply_deadlines d where d.inquiry_id = i.id
         and d.met_at is null and d.waived_at is null) as open
     from mail_messages m join mail_threads t on t.id = m.thread_id
     left join inquiries i on i.id = t.inquiry_id
     where m.direction = 'in' and m.kind = 'received'`,
  )

type Way = { name: string; environment: Record<string, string>; postfix: Postfix; port: number }

async function lives(report: Report, way: Way, isShort: boolean): Promise<void> {
  const { name, environment, postfix, port } = way
  const visitors = Array.from({ length: isShort ? 3 : 10 }, newVisitor)
  const kills = isShort ? 1 : 10
  const dataDir = newDataDirectory()
  const target = { dataDir }
  const start = () => startProduct({ dataDir, port, environment })
  let product: RunningProduct = await start()
  try {
    for (const email of [...visitors, gone]) await sendForm(product.url, email)
    await until('the confirmations', 120_000, () => {
      return confirmations(postfix).length >= visitors.length
    })
    const answers = confirmations(postfix)
    const started = performance.now()
    for (const one of answers) await answer(postfix, one, `First of ${one.from}`)
    await until(
      'the answers',
      120_000,
      async () => (await storedMails(target)).length >= answers.length,
    )
    const took = performance.now() - started
    const first = await storedMails(target)
    const right = first.filter((one) => one.text === `First of ${one.email}` && !one.other)
    report(
      right.length === answers.length && right.every(({ open }) => open === 1),
      `${name}: ${answers.length} answers to confirmations, ${right.length} in the conversation of their lead, ` +
        `its deadline open; the last after ${seconds(took)}`,
    )
    await until('the bounce', 120_000, async () => (await bounced(target)).length === 1)
    const [returned] = await bounced(target)
    report(
      returned?.to === gone && returned.code === '5.1.1' && returned.suppressed === 1,
      `${name}: a confirmation that came back is marked ${returned?.code} and its address gets no more automatic mail`,
    )
    for (let kill = 0; kill < kills; kill++) {
      const sending = Promise.all(
        answers.map((one) => answer(postfix, one, `Kill ${kill} of ${one.from}`)),
      )
      await wait(100 + 150 * kill)
      await product.stop('SIGKILL')
      await sending
      product = await start()
      await endIntakeLeases(target)
    }
    const goal = answers.length * (1 + kills)
    await until('all answers', 300_000, async () => {
      await endIntakeLeases(target)
      await wait(500)
      return new Set((await storedMails(target)).map(({ text }) => text)).size >= goal
    })
    const all = (await storedMails(target)).map(({ text }) => text)
    report(
      all.length === goal && new Set(all).size === goal,
      `${name}: SIGKILL while answers come in, ${kills} times: ${goal} sent, ${goal - new Set(all).size} lost, ` +
        `${all.length - new Set(all).size} twice`,
    )
  } finally {
    await product.stop('SIGKILL')
  }
}

const bounced = (target: Target) =>
  query<{ to: string; code: string; suppressed: number }>(
    target,
    `select to_address as to, error_code as code,
       (select count(*)::int from mail_suppressions where reason = 'bounced') as suppressed
     from mail_messages where delivery = 'bounced'`,
  )

/** Instead of waiting for the leases of killed processes. */
const endIntakeLeases = (target: Target) =>
  query(
    target,
    `with mails as (update mail_intake set lease_until = null
       where state = 'received' and lease_until < now() + interval '100 seconds')
     update mail_mailboxes set lease_until = null where lease_until < now() + interval '35 seconds'`,
  )

const replyTo = { MAIL_REPLY_TO: 'reply@in.firm.test' }

/** Real mail goes out and comes back, over IMAP and through a pipe. */
export async function throughMailServers(
  report: Report,
  { isShort, withDovecot }: { isShort: boolean; withDovecot: boolean },
): Promise<void> {
  if (withDovecot) {
    await using dovecot = await startDovecot()
    await using postfix = await startPostfix({ inward: `lmtp:unix:${dovecot.lmtp}` })
    const environment = mailEnvironment(postfix.url, { ...replyTo, IMAP_URL: dovecot.url })
    const name = `Postfix and Dovecot ${dovecot.version}, IMAP`
    await lives(report, { name, environment, postfix, port: await freePort() }, isShort)
  }
  const port = await freePort()
  const address = `http://127.0.0.1:${port}/api/mail/in`
  await using postfix = await startPostfix({ inward: 'mail-in:', pipe: { address, token } })
  const environment = mailEnvironment(postfix.url, { ...replyTo, MAIL_IN_TOKEN: token })
  await lives(report, { name: 'Postfix, pipe', environment, postfix, port }, isShort)
}
