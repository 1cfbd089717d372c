import { expect, test, vi } from 'vitest'
import type { Finding } from '#cli/doctor-findings.ts'
import { checkMail, trialFinding } from '#cli/doctor-mail.ts'
import { checkSendingDomain, type DnsAnswers } from '#cli/doctor-sending-domain.ts'
import { type Config, readConfig } from '#server/config.ts'
import { openDatabase } from '#server/database/open.ts'
import { newDatabase } from '../harness/database.ts'
import { freePort } from '../harness/product.ts'
import { openSmtpStandIn, type SmtpAnswer, type SmtpStep } from '../harness/smtp-stand-in.ts'
import { temporaryDirectory } from '../harness/temporary-directory.ts'

function configOf(smtpUrl: string, more: Record<string, string> = {}) {
  const people = { MAIL_FROM: 'site@firm.test', MAIL_TO: 'ana@firm.test,bo@firm.test' }
  const SECRET_KEY = Buffer.alloc(32, 7).toString('base64')
  const environment = { DATA_DIR: temporaryDirectory(), SECRET_KEY, ...people, ...more }
  return readConfig({ ...environment, SMTP_URL: smtpUrl })
}

const find = (findings: Finding[], check: string) => findings.find((one) => one.check === check)

test('a mail server that accepts sender and recipient is sound, and gets no mail', async () => {
  const login = { user: 'site', password: 'p@ss' }
  await using server = await openSmtpStandIn({ login })
  const asked: string[] = []
  server.script = (step, to) => {
    asked.push(to ? `${step} ${to}` : step)
    return 'take'
  }
  const findings = await checkMail(configOf(server.url.replace('//', '//site:p%40ss@')))
  expect(find(findings, 'Mail')).toMatchObject({ status: 'ok' })
  expect(find(findings, 'Notifications')).toMatchObject({ status: 'ok' })
  expect(asked).toEqual(['connect', 'login', 'sender', 'recipient ana@firm.test'])
  expect(server.mails).toEqual([])
})

const refusals: [SmtpStep, SmtpAnswer, string, Finding['status'], Finding['status']][] = [
  ['connect', 554, 'refuses this machine (554)', 'failed', 'failed'],
  ['connect', 'cut', 'cannot be reached', 'failed', 'failed'],
  ['sender', 'cut', 'cannot be reached', 'failed', 'failed'],
  ['sender', 550, 'MAIL_FROM is refused (550)', 'failed', 'failed'],
  ['sender', 451, 'refuses for now (451)', 'failed', 'failed'],
  ['sender', 530, 'requires a login', 'failed', 'failed'],
  ['recipient', 550, 'first address of MAIL_TO is refused (550)', 'failed', 'failed'],
  ['recipient', 450, 'refuses for now (450)', 'warning', 'ok'],
]

test.each(refusals)('a server that at %s answers %s is reported: %s', async (...given) => {
  const [at, answer, words, mail, notifications] = given
  await using server = await openSmtpStandIn()
  server.script = (step) => (step === at ? answer : 'take')
  const findings = await checkMail(configOf(server.url))
  expect(find(findings, 'Mail')).toMatchObject({
    status: mail,
    words: expect.stringContaining(words),
  })
  expect(find(findings, 'Notifications')?.status).toBe(notifications)
})

test('a refused login, a closed port and an unknown host each say what to correct', async () => {
  await using server = await openSmtpStandIn({ login: { user: 'site', password: 'right' } })
  const wrong = await checkMail(configOf(server.url.replace('//', '//site:hunter2@')))
  expect(find(wrong, 'Mail')).toMatchObject({
    status: 'failed',
    words: expect.stringContaining('the login is refused (535): correct user and password'),
  })
  const closed = await checkMail(configOf(`smtp://127.0.0.1:${await freePort()}`))
  expect(find(closed, 'Mail')?.words).toContain(
    'cannot be reached (ECONNREFUSED): start the mail server, or correct SMTP_URL',
  )
  const noTls = await checkMail(configOf(server.url.replace('smtp:', 'smtps:')))
  expect(find(noTls, 'Mail')?.words).toMatch(
    /^no TLS with 127\.0\.0\.1:\d+ \(ERR_SSL_\w+\): use the name in its certificate/,
  )
  const unknown = await checkMail(configOf('smtp://site:hunter2@mail.invalid:587'))
  expect(find(unknown, 'Mail')?.words).toContain('correct the host in SMTP_URL')
  expect(JSON.stringify([wrong, closed, unknown])).not.toContain('hunter2')
})

test('a connection without TLS to another machine is a warning', () => {
  const mailOf = (url: string) => configOf(url).mail as NonNullable<Config['mail']>
  const accepted = (isEncrypted: boolean) => ({ step: 'none', isEncrypted }) as const
  expect(trialFinding(mailOf('smtp://mail.firm.de:587'), accepted(false))).toMatchObject({
    status: 'warning',
    words: expect.stringContaining('not encrypted'),
  })
  expect(trialFinding(mailOf('smtp://mail.firm.de:587'), accepted(true)).status).toBe('ok')
  expect(trialFinding(mailOf('smtp://127.0.0.1:25'), accepted(false)).status).toBe('ok')
})

test('without mail nobody can be told, which is a failure', async () => {
  const findings = await checkMail(readConfig({ DATA_DIR: temporaryDirectory() }))
  expect(find(findings, 'Mail')?.status).toBe('not set')
  expect(find(findings, 'Notifications')).toMatchObject({
    status: 'failed',
    words: expect.stringContaining('set SMTP_URL, MAIL_FROM and MAIL_TO'),
  })
})

test('mail that has failed for 15 minutes is a failure, although the server accepts now', async () => {
  await using server = await openSmtpStandIn()
  const DATABASE_URL = await newDatabase()
  const config = configOf(server.url, { DATABASE_URL })
  expect(find(await checkMail(config), 'Notifications')?.words).toContain('no failure')
  const opened = await openDatabase({ dataDir: config.dataDir, databaseUrl: DATABASE_URL })
  await opened.db.execute(`
    insert into mail_messages (id, direction, kind, message_id, to_address, subject, text, delivery,
      attempts, error_code, send_at)
    values (gen_random_uuid(), 'out', 'lead_alert', '<1@n.example>', 'ana@firm.test', 'S', 'T', 'queued',
      3, 'unreachable', now() - interval '16 minutes')`)
  await opened.close()
  expect(find(await checkMail(config), 'Notifications')).toMatchObject({
    status: 'failed',
    words: expect.stringContaining('no mail has gone out since 20'),
  })
})

/** A DNS with only these records. */
function dnsOf(records: Record<string, string[]>): DnsAnswers {
  const look = async (name: string) => {
    const found = records[name]
    if (!found) throw Object.assign(new Error('none'), { code: 'ENODATA' })
    return found
  }
  return {
    resolveMx: async (name: string) =>
      (await look(`mx:${name}`)).map((exchange) => ({ exchange, priority: 10 })),
    resolveTxt: async (name: string) => (await look(name)).map((text) => [text]),
  }
}

const complete = {
  'mx:firm.de': ['mail.firm.de'],
  'firm.de': ['v=spf1 include:spf.provider.net -all', 'other=1'],
  '_dmarc.firm.de': ['v=DMARC1; p=none'],
}

const lookAt = async (records: Record<string, string[]>, address = 'site@firm.de') =>
  (await checkSendingDomain(address, dnsOf(records))).map(
    ({ status, words }) => `${status}: ${words}`,
  )

test('a domain with MX, SPF and DMARC is sound, also when DMARC is that of the domain above', async () => {
  expect(await lookAt(complete)).toEqual([expect.stringMatching(/^ok: firm\.de has MX, SPF/)])
  const below = { 'mx:in.firm.de': ['m.firm.de'], 'in.firm.de': ['v=spf1 mx -all'], ...complete }
  expect(await lookAt(below, 'site@in.firm.de')).toEqual([expect.stringMatching(/^ok/)])
})

test.each([
  ['mx:firm.de', [], 'no MX record'],
  ['mx:firm.de', [''], 'no MX record'],
  ['firm.de', ['other=1'], 'no SPF record'],
  ['firm.de', ['v=spf1 -all', 'v=spf1 mx -all'], '2 SPF records'],
  ['firm.de', ['v=spf1 +all'], 'lets everybody send'],
  ['_dmarc.firm.de', [], 'no DMARC record'],
  ['_dmarc.firm.de', ['v=DMARC1; p=none', 'v=DMARC1; p=reject'], '2 records'],
])('a domain whose %s has %j gets one warning: %s', async (name, values, words) => {
  const found = await lookAt({ ...complete, [name]: values })
  expect(found).toEqual([expect.stringMatching(/^warning: /)])
  expect(found[0]).toContain(words)
})

test('a domain without any record gets three warnings, a domain for examples one', async () => {
  expect(await lookAt({})).toHaveLength(3)
  expect(await lookAt({}, 'a@example.com')).toEqual([expect.stringContaining('set MAIL_FROM')])
  expect(await lookAt({}, 'a@firm.test')).toEqual([expect.stringMatching(/^not set/)])
})

test('a resolver that refuses or never answers is one warning within seconds', async () => {
  const silent = { resolveMx: () => new Promise(() => {}), resolveTxt: () => new Promise(() => {}) }
  vi.useFakeTimers()
  try {
    const found = checkSendingDomain('site@firm.de', silent as unknown as DnsAnswers)
    await vi.advanceTimersByTimeAsync(8_000)
    expect(await found).toMatchObject([
      { status: 'warning', words: expect.stringContaining('DNS does not answer for firm.de') },
    ])
  } finally {
    vi.useRealTimers()
  }
})
