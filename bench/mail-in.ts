/**
 * Memory of the main process while mails of 25 MB, the largest taken, come in and are parsed.
 * `node bench/mail-in.ts [--quick]` after `npm run build`.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { mailInEnvironment, mailToken, multipartOf, textPart } from '../test/mails.ts'
import { startProduct } from '../test/product.ts'
import { type Effort, type Figure, figure, memoryMb, spreadOf } from './measure.ts'
import { runAlone } from './table.ts'
import { makePeople, signIn } from './uploads.ts'

const mostBytes = 26_214_400
/** For all mails of a run to become messages. */
const patienceMs = 60_000

const base64Lines = (bytes: number) =>
  Buffer.alloc(bytes, 'x')
    .toString('base64')
    .replace(/.{76}/g, (line) => `${line}\r\n`)

/** A text with an attached picture, of just under 25 MB. */
function largeMail(number: number): Buffer {
  const size = Math.floor((mostBytes - 4_000) * (76 / 78) * 0.75)
  const name = `attachment; filename="scan-${number}.png"`
  return multipartOf(
    'mixed',
    [
      textPart('See the scan.'),
      {
        headers: {
          'Content-Type': 'image/png',
          'Content-Disposition': name,
          'Content-Transfer-Encoding': 'base64',
        },
        body: base64Lines(size),
      },
    ],
    { Subject: `Scan ${number}` },
  )
}

async function post(url: string, mail: Buffer): Promise<void> {
  const answer = await fetch(`${url}/api/mail/in`, {
    method: 'POST',
    headers: { authorization: `Bearer ${mailToken}`, 'content-type': 'message/rfc822' },
    body: new Uint8Array(mail),
  })
  if (!answer.ok) throw new Error(`answered ${answer.status}`)
}

async function untilThreads(url: string, cookie: string, count: number): Promise<void> {
  for (const until = performance.now() + patienceMs; performance.now() < until; await wait(50)) {
    const answer = await fetch(`${url}/api/admin/mail/threads?limit=100`, { headers: { cookie } })
    const { items } = (await answer.json()) as { items: unknown[] }
    if (items.length >= count) return
  }
  throw new Error('a mail was not parsed')
}

export async function mailIn({ quick }: Effort): Promise<Figure[]> {
  const scratch = mkdtempSync(join(process.env.BENCH_DIR ?? tmpdir(), 'counterfoil-bench-'))
  try {
    const dataDir = join(scratch, 'data')
    mkdirSync(dataDir, { mode: 0o700 })
    makePeople(dataDir, ['first'])
    await using product = await startProduct({ dataDir, environment: mailInEnvironment })
    const cookie = await signIn(product.url, 'first')
    const grown: number[] = []
    let mails = 0
    for (let round = 0; round < (quick ? 2 : 6); round++) {
      const before = memoryMb(product.pid)
      let most = before
      const watch = setInterval(() => {
        most = Math.max(most, memoryMb(product.pid))
      }, 10)
      await post(product.url, largeMail(++mails))
      await untilThreads(product.url, cookie, mails)
      clearInterval(watch)
      grown.push(most - before)
    }
    return [
      figure({
        name: 'a mail of 25 MB, growth of memory',
        value: spreadOf(grown),
        unit: 'MB',
        goal: { atMost: 40 },
        detail: 'of the main process, from the first byte until it can be read in the inbox',
      }),
    ]
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}

if (import.meta.main) await runAlone(mailIn)
