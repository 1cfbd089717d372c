import { once } from 'node:events'
import { connect } from 'node:net'
import { createInterface } from 'node:readline'
import type { Report } from '../bench/report.ts'
import { until } from '../test/chat-pairs.ts'
import { startDovecot } from '../test/dovecot.ts'
import { type Case, plainCases } from '../test/mail-corpus.ts'
import { partCases } from '../test/mail-corpus-parts.ts'
import { mailToken } from '../test/mails.ts'
import { startProduct } from '../test/product.ts'
import { mailEnvironment, query, type Target } from './mail-ledger.ts'

type Found = {
  state: string
  error: string | null
  kind: string | null
  text: string | null
  quoted: string | null
  subject: string | null
  sender: string | null
  suspect: boolean | null
  files: string[] | null
  refused: { name: string }[] | null
}

/** In the order in which the mails came. */
const stored = (target: Target) =>
  query<Found>(
    target,
    `select i.state, i.error, m.kind, m.text, m.quoted_text as quoted, m.subject,
       m.from_address as sender, t.suspect, m.refused_files as refused,
       (select array_agg(f.original_name order by f.original_name) from mail_files f
         where f.message_id = m.id and f.role = 'attachment') as files
     from mail_intake i left join mail_messages m on m.id = i.message_id
     left join mail_threads t on t.id = m.thread_id order by i.received_at, i.id`,
  )

/** IMAP has no NUL (RFC 3501, 9): Dovecot sends another byte in its target. */
const changedByImap = 'NUL and half a surrogate'

function faultOf(
  { ends }: Case,
  found: Found | undefined,
  isTextKept: boolean,
): string | undefined {
  if (!found) return 'not there'
  if (ends.unreadable) {
    const isSo = found.state === 'unreadable' && found.error === ends.unreadable
    return isSo ? undefined : `${found.state} ${found.error}`
  }
  const { kind, text, quoted, subject, sender, suspect, files, refused } = found
  if (found.state !== 'done') return `${found.state} ${found.error}`
  if (kind !== ends.kind) return `${kind}, not ${ends.kind}`
  if (suspect !== (ends.suspect ?? false)) return 'suspect'
  if ((files ?? []).join() !== (ends.files ?? []).join()) return 'other files'
  const names = (refused ?? []).map(({ name }) => name).join()
  if (names !== (ends.refused ?? []).join()) return 'other refused files'
  if (ends.text !== undefined && text !== ends.text && isTextKept) return 'another text'
  if (ends.quoted ? !quoted?.includes(ends.quoted) : quoted !== null) return 'another quote'
  if (ends.subject !== undefined && subject !== ends.subject) return 'another subject'
  if (ends.from !== undefined && sender !== ends.from) return 'another sender'
  return undefined
}

/** Hands mails to a socket of LMTP, byte for byte. */
async function deliver(path: string, cases: readonly Case[]): Promise<void> {
  const socket = connect(path)
  await once(socket, 'connect')
  const lines = createInterface({ input: socket })[Symbol.asyncIterator]()
  const expect = async (code: string) => {
    for (;;) {
      const { value = '' } = await lines.next()
      if (!value.startsWith(code)) throw new Error(`LMTP said: ${value}`)
      if (value[3] !== '-') return
    }
  }
  const say = async (line: string, code: string) => {
    socket.write(`${line}\r\n`)
    await expect(code)
  }
  await expect('220')
  await say('LHLO proof.test', '250')
  for (const { raw, sender = 'vera@visitor.test' } of cases) {
    await say(`MAIL FROM:<${sender}>`, '250')
    await say('RCPT TO:<reply@in.firm.test>', '250')
    await say('DATA', '354')
    // Latin-1 keeps each byte.
    socket.write(Buffer.from(raw.toString('latin1').replaceAll(/^\./gm, '..'), 'latin1'))
    await say('\r\n.', '250')
  }
  socket.end('QUIT\r\n')
}

/** @param changed names of mails whose text the way changes. */
async function judge(
  report: Report,
  { way, changed = [] }: { way: string; changed?: readonly string[] },
  target: Target,
  cases: readonly Case[],
) {
  await until('all mails to be read', 300_000, async () => {
    const all = await stored(target)
    await query(
      target,
      `update mail_intake set lease_until = null where state = 'received' and error is not null`,
    )
    return all.length === cases.length && all.every(({ state }) => state !== 'received')
  })
  const found = await stored(target)
  const faults = cases.flatMap((one, at) => {
    const fault = faultOf(one, found[at], !changed.includes(one.name))
    return fault ? [`${one.name}: ${fault}`] : []
  })
  report(
    faults.length === 0,
    `${way}: ${cases.length - faults.length} of ${cases.length} mails as programs and people write them ended where ` +
      `they should` +
      (faults.length > 0 ? `; otherwise: ${faults.slice(0, 8).join('; ')}` : ''),
  )
}

async function allCases(): Promise<Case[]> {
  return [...plainCases, ...(await partCases())]
}

/** The corpus by `POST /api/mail/in`. */
export async function corpusPosted(report: Report): Promise<void> {
  const cases = await allCases()
  const environment = mailEnvironment('smtp://127.0.0.1:1', { MAIL_IN_TOKEN: mailToken })
  await using product = await startProduct({ environment })
  for (const { raw, name, sender = 'vera@visitor.test' } of cases) {
    const answer = await fetch(`${product.url}/api/mail/in?sender=${sender}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${mailToken}`, 'content-type': 'message/rfc822' },
      body: new Uint8Array(raw),
    })
    if (answer.status !== 202) throw new Error(`${name} was answered ${answer.status}`)
  }
  await judge(report, { way: 'POST /api/mail/in' }, product, cases)
}

/** The corpus into Dovecot, read over IMAP. */
export async function corpusFromMailbox(report: Report): Promise<void> {
  const cases = await allCases()
  await using dovecot = await startDovecot()
  await using product = await startProduct({
    environment: mailEnvironment('smtp://127.0.0.1:1', { IMAP_URL: dovecot.url }),
  })
  await until('the mailbox to be read', 30_000, async () => {
    const begun =
      'select from mail_mailboxes where connected_at is not null and last_uid is not null'
    return (await query(product, begun)).length === 1
  })
  await deliver(dovecot.lmtp, cases)
  const way = `Dovecot ${dovecot.version}, IMAP`
  await judge(report, { way, changed: [changedByImap] }, product, cases)
}
