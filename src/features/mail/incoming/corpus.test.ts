import { createRequire } from 'node:module'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { mailFiles, mailIntake, mailMessages, mailThreads } from '#server/database/schema.ts'
import { parse } from '#server/mime/parse.ts'
import { type Case, plainCases } from '#test/harness/mail-corpus.ts'
import { partCases } from '#test/harness/mail-corpus-parts.ts'
import { mailInEnvironment, postMail } from '#test/harness/mails.ts'
import { openTestApp, type TestApp } from '#test/harness/test-app.ts'
import { receivedMail } from '../../../services.ts'
import { storeMail } from './store-mail.server.ts'

type Second = {
  subject?: string
  text?: string
  from?: { value: { address?: string }[] }
  attachments: { filename?: string }[]
}
const { simpleParser } = createRequire(import.meta.url)('mailparser') as {
  simpleParser(raw: Buffer): Promise<Second>
}

const words = (text: string) => text.replace(/\s+/g, ' ').trim()

/**
 * Does a worker's job for simple mails in this process; mails with several parts are parsed in
 * their own.
 */
async function storePlain({ db, deps, fastify }: TestApp, { raw }: Case, id: string) {
  const [intake] = await db.select().from(mailIntake).where(eq(mailIntake.id, id))
  if (!intake) throw new Error('No intake')
  const { contents, ...mail } = await parse(raw, { addresses: ['site@firm.test'], names: [] })
  await storeMail({ ...deps, log: fastify.log }, receivedMail, intake, mail, contents)
}

test('mails as programs and people write them end where they should', async () => {
  await using app = await openTestApp({ environment: mailInEnvironment })
  const cases: Case[] = [...plainCases, ...(await partCases())]
  expect(cases.length).toBeGreaterThanOrEqual(60)
  expect(new Set(cases.map(({ name }) => name)).size).toBe(cases.length)
  const ids = new Map<string, string>()
  for (const [at, one] of cases.entries()) {
    const { name, raw, sender = 'vera@visitor.test' } = one
    const answer = await postMail(app, raw, { sender })
    expect([name, answer.statusCode]).toEqual([name, 202])
    const { id } = answer.json<{ id: string }>()
    ids.set(name, id)
    // The mails are spread over time, since too many new conversations of one sender are suspect.
    const receivedAt = sql`now() - make_interval(mins => ${10 * (cases.length - at)})`
    await app.db.update(mailIntake).set({ receivedAt }).where(eq(mailIntake.id, id))
    if (plainCases.includes(one)) await storePlain(app, one, id)
  }
  for (let attempt = 0; attempt < 3; attempt++) {
    await app.work()
    await app.db.update(mailIntake).set({ leaseUntil: null })
  }
  for (const { name, raw, ends } of cases) {
    const [found] = await app.db
      .select({ intake: mailIntake, message: mailMessages, thread: mailThreads })
      .from(mailIntake)
      .leftJoin(mailMessages, eq(mailMessages.id, mailIntake.messageId))
      .leftJoin(mailThreads, eq(mailThreads.id, mailMessages.threadId))
      .where(eq(mailIntake.id, ids.get(name) ?? ''))
    const { intake, message, thread } = found ?? {}
    if (ends.unreadable) {
      expect([name, intake?.state, intake?.error]).toEqual([name, 'unreadable', ends.unreadable])
      continue
    }
    // Without this check, a repeat of another mail would show the other's message.
    expect([name, intake?.state]).toEqual([name, 'done'])
    const { text, quotedText, subject, fromAddress, kind, refusedFiles } = message ?? {}
    const files = await app.db
      .select({ name: mailFiles.originalName })
      .from(mailFiles)
      .where(eq(mailFiles.messageId, message?.id ?? ids.get(name) ?? ''))
    const attached = files.map((file) => file.name).filter((one) => one !== 'mail.eml')
    expect({ name, kind, suspect: thread?.suspect }).toEqual({
      name,
      kind: ends.kind,
      suspect: ends.suspect ?? false,
    })
    expect([name, attached.sort()]).toEqual([name, ends.files ?? []])
    expect([name, refusedFiles?.map((file) => file.name)]).toEqual([name, ends.refused ?? []])
    if (ends.text !== undefined) expect([name, text]).toEqual([name, ends.text])
    if (ends.quoted)
      expect([name, quotedText]).toEqual([name, expect.stringContaining(ends.quoted)])
    else expect([name, quotedText]).toEqual([name, null])
    if (ends.subject !== undefined) expect([name, subject]).toEqual([name, ends.subject])
    if (ends.from !== undefined) expect([name, fromAddress]).toEqual([name, ends.from])
    if (ends.unlike) continue
    const second = await simpleParser(raw)
    expect([name, words(subject ?? '')]).toEqual([name, words(second.subject ?? '')])
    expect([name, fromAddress]).toEqual([name, second.from?.value[0]?.address ?? ''])
    expect([name, words(`${text} ${quotedText ?? ''}`)]).toEqual([name, words(second.text ?? '')])
  }
}, 120_000)
