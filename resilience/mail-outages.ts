import { setTimeout as wait } from 'node:timers/promises'
import { percentile } from '../bench/measure.ts'
import { type Report, seconds } from '../bench/report.ts'
import { until } from '../test/chat-pairs.ts'
import { newDatabaseOn } from '../test/database.ts'
import { startPostfix } from '../test/postfix.ts'
import type { PostgresServer } from '../test/postgres-server.ts'
import { freePort, startProduct } from '../test/product.ts'
import { openSmtpStandIn, type SmtpAnswer } from '../test/smtp-stand-in.ts'
import {
  judgeMails,
  mailEnvironment,
  makeDue,
  newVisitor,
  query,
  sendForm,
  staff,
  storedLeads,
  type Target,
  waitingMails,
} from './mail-ledger.ts'

const mailsOfLead = staff.length + 1

/** Every mail is sent; the short form does not wait for the next attempt, after a minute or more. */
async function untilSent(target: Target, isShort: boolean): Promise<void> {
  await until('all mail to be sent', 240_000, async () => {
    if (isShort) await makeDue(target)
    await wait(isShort ? 2_000 : 200)
    return (await waitingMails(target)) === 0
  })
}

async function sendForms(
  url: string,
  count: number,
): Promise<{ refused: number; slowest: number }> {
  const replies = await Promise.all(
    Array.from({ length: count }, () => sendForm(url, newVisitor())),
  )
  const refused = replies.filter(({ status }) => status !== 201).length
  return {
    refused,
    slowest: percentile(
      replies.map(({ ms }) => ms),
      1,
    ),
  }
}

/** Requests become mails in mailboxes behind Postfix, also after it was away. */
export async function throughPostfix(report: Report, isShort: boolean): Promise<void> {
  const requests = isShort ? 10 : 50
  await using postfix = await startPostfix()
  await using product = await startProduct({ environment: mailEnvironment(postfix.url) })
  const latencies: number[] = []
  for (let n = 0; n < requests; n++) {
    const goal = (n + 1) * mailsOfLead
    const started = performance.now()
    await sendForm(product.url, newVisitor())
    await until('the mails of a request', 30_000, () => postfix.delivered().length >= goal)
    latencies.push(performance.now() - started)
  }
  const first = await judgeMails(await storedLeads(product), postfix.delivered())
  const slowest = percentile(latencies, 1)
  report(
    first.isSound && first.copies === 0 && slowest < 5_000,
    `Postfix, ${requests} requests through the form: in all mailboxes after ${seconds(percentile(latencies, 0.5))}, ` +
      `${seconds(slowest)} the slowest; ${first.text}`,
  )
  await postfix.stop()
  const { refused, slowest: ms } = await sendForms(product.url, requests)
  await wait(2_000)
  await postfix.start()
  await untilSent(product, isShort)
  const leads = await storedLeads(product)
  await until('delivery', 30_000, () => postfix.delivered().length >= leads.length * mailsOfLead)
  const second = await judgeMails(leads, postfix.delivered())
  report(
    second.isSound && second.copies === 0 && refused === 0 && ms < 2_000,
    `Postfix down during ${requests} requests: ${refused} refused, ${seconds(ms)} the slowest answer; ` +
      `after its return ${second.text}`,
  )
}

/** A mail server that accepts connections and says nothing. */
export async function silentServer(report: Report, isShort: boolean): Promise<void> {
  const requests = isShort ? 5 : 20
  await using standIn = await openSmtpStandIn()
  await using product = await startProduct({ environment: mailEnvironment(standIn.url) })
  standIn.script = (step) => (step === 'connect' ? 'silence' : 'take')
  const { refused, slowest } = await sendForms(product.url, requests)
  await wait(isShort ? 3_000 : 15_000)
  const early = standIn.mails.length
  standIn.script = () => 'take'
  await untilSent(product, isShort)
  const verdict = await judgeMails(await storedLeads(product), standIn.mails)
  report(
    verdict.isSound && verdict.copies === 0 && refused + early === 0 && slowest < 2_000,
    `mail server silent during ${requests} requests: ${refused} refused, ${seconds(slowest)} the slowest ` +
      `answer; when it speaks again ${verdict.text}`,
  )
}

/** The server's answer to the first attempt of a mail to a visitor. */
const faults: Record<string, SmtpAnswer> = {
  ...{ '4xx': 451, '5xx': 550, silence: 'silence', 'a cut': 'cut' },
}

/** The answer to the mail itself, after DATA; later attempts are accepted. */
export async function scriptedAnswers(report: Report, isShort: boolean): Promise<void> {
  const each = isShort ? 2 : 10
  await using standIn = await openSmtpStandIn()
  await using product = await startProduct({ environment: mailEnvironment(standIn.url) })
  const plan = new Map<string, SmtpAnswer>()
  for (const answer of Object.values(faults))
    for (let n = 0; n < each; n++) plan.set(newVisitor(), answer)
  const met = new Set<string>()
  standIn.script = (step, to) => {
    const answer = plan.get(to)
    if (step !== 'received' || answer === undefined) return 'take'
    if (met.has(to) && answer !== 550) return 'take'
    met.add(to)
    return answer
  }
  for (const email of plan.keys()) await sendForm(product.url, email)
  await until('the first attempts', 180_000, () => met.size === plan.size)
  await untilSent(product, isShort)
  const leads = await storedLeads(product)
  const refused = [...plan.keys()].filter((to) => plan.get(to) === 550)
  const verdict = await judgeMails(leads, standIn.mails, refused)
  const failed = await query(
    product,
    `select from mail_messages where delivery = 'failed' and error_code = 'rejected' and attempts = 1`,
  )
  const differing = [...plan.keys()].filter((to) => {
    const ids = standIn.attempts.filter((mail) => mail.to === to).map(({ messageId }) => messageId)
    return new Set(ids).size !== 1 || ids.length !== (plan.get(to) === 550 ? 1 : 2)
  })
  report(
    verdict.isSound && verdict.copies + differing.length === 0 && failed.length === each,
    `${each} × each of ${Object.keys(faults).join(', ')} after DATA: 5xx failed at once (${failed.length}) and ` +
      `was not repeated, the rest was accepted at the second attempt under the same Message-ID ` +
      `(${differing.length} otherwise); ${verdict.text}`,
  )
}

export async function twoInstances(
  report: Report,
  { isShort, postgres }: { isShort: boolean; postgres: PostgresServer },
): Promise<void> {
  const requests = isShort ? 20 : 60
  await using standIn = await openSmtpStandIn()
  const databaseUrl = await newDatabaseOn(postgres)
  const environment = mailEnvironment(standIn.url, { DATABASE_URL: databaseUrl })
  await using one = await startProduct({ environment, port: await freePort() })
  await using two = await startProduct({ environment, port: await freePort() })
  const target = { dataDir: one.dataDir, databaseUrl }
  const replies = await Promise.all([one, two].map(({ url }) => sendForms(url, requests / 2)))
  await untilSent(target, isShort)
  const verdict = await judgeMails(await storedLeads(target), standIn.mails)
  const refused = replies.reduce((sum, reply) => sum + reply.refused, 0)
  report(
    verdict.isSound && verdict.copies + refused === 0,
    `two instances, ${requests} requests at once: ${refused} refused, ${verdict.text}`,
  )
}

/** A flood of forms is no flood of mail: 200 confirmations an hour, the rest later. */
export async function floodOfForms(
  report: Report,
  { isShort, postgres }: { isShort: boolean; postgres: PostgresServer },
): Promise<void> {
  const requests = 250
  await using standIn = await openSmtpStandIn()
  const databaseUrl = await newDatabaseOn(postgres)
  const environment = mailEnvironment(standIn.url, { DATABASE_URL: databaseUrl })
  await using product = await startProduct({ environment })
  const target = { dataDir: product.dataDir, databaseUrl }
  const email = () => standIn.mails.filter(({ to }) => !staff.includes(to)).length
  for (let sent = 0; sent < requests; sent += 25) await sendForms(product.url, 25)
  await until('all mail of this hour', 120_000, async () => (await waitingMails(target)) <= 50)
  // Two polls of the sender, in which a 201st would go out.
  await wait(isShort ? 3_000 : 5_000)
  const inHour = email()
  const toStaff = standIn.mails.length - inHour
  await query(target, `update mail_messages set accepted_at = accepted_at - interval '1 hour'`)
  // Longer than the minute until another attempt.
  await until('the rest', 150_000, async () => (await waitingMails(target)) === 0)
  const verdict = await judgeMails(await storedLeads(target), standIn.mails)
  report(
    verdict.isSound &&
      inHour === 200 &&
      toStaff === requests * staff.length &&
      verdict.copies === 0,
    `${requests} requests within a minute: ${inHour} confirmations in the hour and ${email() - inHour} after it, ` +
      `${toStaff} alerts to staff at once; ${verdict.text}`,
  )
}
