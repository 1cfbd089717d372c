/**
 * Proves that every request becomes its mails, once each, and every mail that comes in its message,
 * whatever breaks; that answers, bounces, thresholds and notifications are counted and told once.
 *
 * `npm run prove:mail -- [part …] [short]`; resilience/README.md lists the parts.
 *
 * Each line gives what was done how often, and the result.
 */
import { notRun, openReport } from '../bench/report.ts'
import { aptInstall, mayInstall } from '../scripts/install-debian.ts'
import { newDatabaseOn } from '../test/database.ts'
import { mayStartDovecot, noteDovecot } from '../test/dovecot.ts'
import { mayStartPostfix } from '../test/postfix.ts'
import { startPostgres } from '../test/postgres-server.ts'
import { corpusFromMailbox, corpusPosted } from './mail-corpus-run.ts'
import { figuresFromBackup } from './mail-figures.ts'
import { outboundGuard } from './mail-guard.ts'
import { businessMinutes } from './mail-hours.ts'
import { throughMailServers } from './mail-in.ts'
import { oneReader, thresholdsOnce } from './mail-instances.ts'
import { inChromium, inFirefox } from './mail-keyboard.ts'
import { killedAtEachStep } from './mail-kills.ts'
import {
  floodOfForms,
  scriptedAnswers,
  silentServer,
  throughPostfix,
  twoInstances,
} from './mail-outages.ts'
import { pushesShown } from './mail-push.ts'
import { reachedEverywhere } from './mail-reach.ts'
import { killedMailbox, killedPosts } from './mail-receipt-kills.ts'
import { killedReplies } from './mail-reply-kills.ts'
import { silentResponders } from './mail-responders.ts'
import { returnedAnswers } from './mail-returns.ts'

const words = process.argv.slice(2)
const isShort = words.includes('short')
/** Of `own` and `outside`. */
const killParts = ['forms', 'replies', 'receipts']
const chosen = killParts.filter((part) => words.includes(part))
const isPart = (part: string) => chosen.length === 0 || chosen.includes(part)
const names = words.filter((word) => ![...killParts, 'short'].includes(word))
const isWanted = (name: string) => names.length === 0 || names.includes(name)
const { report, end } = openReport()
const kills = isShort ? 1 : 10

/** A proof that ends with an error has shown nothing. */
async function attempt(name: string, prove: () => unknown): Promise<void> {
  try {
    await prove()
  } catch (error) {
    report(false, `${name}: ${error instanceof Error ? error.message : error}`)
  }
}

if (isWanted('postfix')) {
  const unconfigured = 'postfix/main_mailer_type select No configuration'
  if (!mayStartPostfix() && mayInstall()) await aptInstall('postfix', unconfigured)
  if (mayStartPostfix()) await attempt('postfix', () => throughPostfix(report, isShort))
  else notRun('2 lines with Postfix: it needs the package of Debian and root')
}

const withServers = ['incoming', 'returns', 'responders', 'corpus'].some(isWanted)
if (withServers) {
  for (const name of ['dovecot-imapd', 'dovecot-lmtpd']) {
    if (!mayStartDovecot() && mayInstall()) await aptInstall(name)
  }
}
const withDovecot = mayStartDovecot()
const withBoth = withDovecot && mayStartPostfix()
const missing = 'they need Postfix, Dovecot and root'

if (isWanted('incoming')) {
  if (!withDovecot) notRun('3 lines with Dovecot: it needs the packages of Debian and root')
  if (mayStartPostfix())
    await attempt('incoming', () => throughMailServers(report, { isShort, withDovecot }))
  else notRun('3 lines of mail through a pipe: they need Postfix and root')
}

if (isWanted('returns')) {
  if (withBoth) await attempt('returns', () => returnedAnswers(report, isShort))
  else notRun(`1 line of answers that come back: ${missing}`)
}
if (isWanted('responders')) {
  if (withBoth) await attempt('responders', () => silentResponders(report, isShort))
  else notRun(`1 line of programs that answer every mail: ${missing}`)
}
if (isWanted('corpus')) {
  await attempt('corpus', () => corpusPosted(report))
  if (withDovecot) await attempt('corpus', () => corpusFromMailbox(report))
  else notRun('1 line of hand-written mails in a mailbox: it needs Dovecot and root')
}
if (withServers && withDovecot) noteDovecot(notRun)
if (isWanted('reach')) await attempt('reach', () => reachedEverywhere(report, isShort))
if (isWanted('push')) await attempt('push', () => pushesShown(report, notRun))
if (isWanted('guard')) await attempt('guard', () => outboundGuard(report))
if (isWanted('figures')) await attempt('figures', () => figuresFromBackup(report, isShort))
if (isWanted('keyboard')) {
  await attempt('Chromium', () => inChromium(report, notRun))
  await attempt('Firefox', () => inFirefox(report, notRun))
}
if (isWanted('hours')) await attempt('hours', () => businessMinutes(report, isShort))

/** Each chain of kills has its own product and database. */
async function killed(server: 'own' | 'outside'): Promise<void> {
  if (!isWanted(server)) return
  await using postgres = server === 'outside' ? await startPostgres() : undefined
  const database = async () => postgres && newDatabaseOn(postgres)
  const parts = {
    forms: async () => killedAtEachStep(report, { kills, isShort, databaseUrl: await database() }),
    replies: async () => killedReplies(report, { kills, isShort, databaseUrl: await database() }),
    receipts: async () => killedPosts(report, { kills, databaseUrl: await database() }),
    'receipts over IMAP': async () =>
      killedMailbox(report, { kills, databaseUrl: await database() }),
  }
  const wanted = Object.entries(parts).filter(([part]) => isPart(part.split(' ', 1)[0] ?? ''))
  await Promise.all(wanted.map(([part, prove]) => attempt(`${server} ${part}`, prove)))
}

async function instances(): Promise<void> {
  if (!['two', 'flood'].some(isWanted)) return
  await using postgres = await startPostgres()
  const options = { isShort, postgres }
  if (isWanted('two')) {
    await attempt('two', () => twoInstances(report, options))
    await Promise.all([
      attempt('thresholds', () => thresholdsOnce(report, options)),
      attempt('one reader', () => oneReader(report, options)),
    ])
  }
  if (isWanted('flood')) await attempt('flood', () => floodOfForms(report, options))
}

// They mostly wait, for starts and further attempts.
await Promise.all([
  killed('own'),
  killed('outside'),
  isWanted('silent') && attempt('silent', () => silentServer(report, isShort)),
  isWanted('answers') && attempt('answers', () => scriptedAnswers(report, isShort)),
  instances(),
])
end()
