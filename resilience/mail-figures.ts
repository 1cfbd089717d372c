import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Report } from '../bench/report.ts'
import { until } from '../test/chat-pairs.ts'
import { startProduct } from '../test/product.ts'
import { openSmtpStandIn } from '../test/smtp-stand-in.ts'
import { mailEnvironment, newVisitor, query, sendForm } from './mail-ledger.ts'
import { owner, type Staff } from './mail-staff.ts'

const run = promisify(execFile)

type Waiting = { items: { id: string; subject: { id: string } }[]; next: string | null }

async function waiting(staff: Staff): Promise<Waiting['items']> {
  const all: Waiting['items'] = []
  for (let after: string | null = ''; after !== null; ) {
    const { body }: { body: Waiting } = await staff.call<Waiting>(
      `/api/admin/inbox?view=all&limit=100${after && `&after=${after}`}`,
    )
    all.push(...body.items)
    after = body.next
  }
  return all
}

/** Answers of every kind; every sixth lead waits. */
async function answer(staff: Staff): Promise<void> {
  for (const [n, { id, subject }] of (await waiting(staff)).entries()) {
    if (n % 6 < 3) {
      const writing = { inquiryId: subject.id, subject: 'Our answer', text: 'Yes.' }
      const { body } = await staff.call<{ id: string }>('/api/admin/mail/threads', writing)
      await staff.call(`/api/admin/mail/messages/${body.id}/send-now`, {})
    }
    if (n % 6 === 3) await staff.call(`/api/admin/inbox/${id}/stated-reply`, { how: 'phone' })
    if (n % 6 === 4) await staff.call(`/api/admin/inbox/${id}/waive`, { reason: 'spam' })
  }
}

/** Moves openings up to 400 days back and answers up to 72 hours after them; imports some. */
const spread = `
  update reply_deadlines set opened_at = opened_at - make_interval(secs => 400 * 86400 * random());
  update reply_deadlines set due_at = opened_at + interval '24 hours',
    met_at = case when met_at is null then null
      else opened_at + make_interval(secs => 72 * 3600 * random() * random()) end,
    overdue_notified_at = now(), due_soon_notified_at = now(), unassigned_notified_at = now();
  update reply_deadlines set evidence = 'booking' where evidence = 'mail' and random() < 0.2;
  update reply_deadlines set evidence = 'chat' where evidence = 'mail' and random() < 0.2;
  update reply_deadlines set imported = true where random() < 0.15`

/** The figures that staff read, beside those that another program makes of a backup. */
export async function figuresFromBackup(report: Report, isShort: boolean): Promise<void> {
  const leads = isShort ? 60 : 180
  await using smtp = await openSmtpStandIn()
  const environment = mailEnvironment(smtp.url)
  await using product = await startProduct({ environment })
  const staff = await owner(product.url)
  for (let n = 0; n < leads; n++) await sendForm(product.url, newVisitor())
  await answer(staff)
  await until('the answers', 120_000, async () => {
    const queued = `select from mail_messages where kind = 'reply' and delivery = 'queued'`
    return (await query(product, queued)).length === 0
  })
  await query(product, spread)
  const folder = mkdtempSync(join(tmpdir(), 'counterfoil-figures-'))
  const backup = join(folder, 'backup')
  const cwd = join(import.meta.dirname, '..')
  const env = { PATH: process.env.PATH, ...environment, DATA_DIR: product.dataDir }
  const differing: string[] = []
  const shown: string[] = []
  const stated = [1, 7, 30, 90, 365]
  const figures = []
  for (const days of stated) {
    const { body } = await staff.call<object>(`/api/admin/inbox/stats?days=${days}`)
    figures.push({ days, body, at: Date.now() })
  }
  try {
    await run(process.execPath, ['scripts/cli.ts', 'backup', backup], { cwd, env })
    const script = 'resilience/figures-of-backup.ts'
    for (const { days, body, at } of figures) {
      const { stdout } = await run(process.execPath, [script, backup, `${days}`, `${at}`], { cwd })
      const sorted = (value: object) => JSON.stringify(Object.entries(value).sort())
      const recomputed = JSON.parse(stdout) as { n: number; onTime: number; medianMinutes: number }
      if (sorted(body) !== sorted(recomputed)) {
        differing.push(`${days} days: ${JSON.stringify(body)}, not ${stdout.trim()}`)
      }
      shown.push(`${days} d: ${recomputed.onTime} of ${recomputed.n}`)
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  report(
    differing.length === 0 && /: [1-9]\d* of/.test(shown.at(-1) ?? ''),
    `figures of ${leads} requests, read from the product and recomputed from its backup by another program: on time ` +
      `${shown.join(', ')}; ${differing.length} of ${stated.length} periods differ` +
      (differing.length > 0 ? ` (${differing[0]})` : ''),
  )
}
