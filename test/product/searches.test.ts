import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { automations } from '#features/automations/register/contract.ts'
import { clients } from '#features/clients/contract.ts'
import { notes } from '#features/clients/notes/contract.ts'
import { projects } from '#features/clients/projects/contract.ts'
import { pages } from '#features/content/pages/contract.ts'
import { consultations } from '#features/leads/consultation-form/contract.ts'
import { inquiries } from '#features/leads/contract.ts'
import { matchingReplies } from '#features/mail/saved-replies/reply-texts.ts'
import { pages as pageTable } from '#server/database/schema.ts'
import { rankFolded } from '#web/ui/rank-folded.ts'
import { openTestApp } from '../harness/test-app.ts'

const found = [
  ['Zoë Weiß', 'ZOE\u0308 WEISS'],
  ['Zoe\u0308 Weiss', 'zoë weiß'],
  ['Αλέξης Παππάς', 'ΠΑΠΠΆΣ'],
  ['ΠΑΠΠΆΣ Α.Ε.', 'παππάς'],
  ['İpek', 'i\u0307pek'],
  ['Ångström', '\u212bNGSTRO\u0308M'],
  ['ﬁrma Groß', 'FIRMA GROẞ'],
  ['Nguye\u0302\u0303n', 'nguyễn'],
  ['각', '\u1100\u1161\u11a8'],
  ['Straße', 'ASSE'],
  ['Οδυσσεύς', 'ΟΔΥΣΣΕΎΣ'],
  ['ΝΈΟΣ', 'Νέος'],
  ['Οδυσσεύς', 'ΟΔΥΣΣΕΥΣ'],
  ['ΝΕΟΣ ΚΌΣΜΟΣ', 'νέος κοσμος'],
  ['Ｔｏｋｙｏ', 'tokyo'],
  ['ISPARTA Iğdır', 'ığdir'],
] as const

test.each(found)('each search finds %s by %s, and no other', async (name, search) => {
  await using app = await openTestApp()
  const admin = await app.person('admin')
  for (const one of [name, 'Ada Okafor']) {
    const client = await admin.call(clients.create, { name: one, email: 'n@n.test' })
    await admin.call(automations.create, { clientId: client.id, name: 'Invoices' })
    const message = { name: one, email: 'n@n.test', message: 'Text', filledInMs: 9000 }
    await app.stranger().call(inquiries.create, message)
    await app.stranger().call(inquiries.create, { ...message, service: 'consultation' })
  }
  const { clients: ofName, total } = await admin.call(clients.list, { search })
  expect([total, ofName.map((one) => one.name)]).toEqual([1, [name]])
  const byClient = await admin.call(automations.list, { search })
  expect(byClient.items.map(({ client }) => client.name)).toEqual([name])
  await admin.call(automations.create, { clientId: byClient.items[0]?.client.id ?? '', name })
  expect((await admin.call(automations.list, { search })).items).toHaveLength(2)
  for (const list of [inquiries.list, consultations.list]) {
    const leads = await admin.call(list, { search, limit: 5 })
    const names = ('items' in leads ? leads.items : leads).map((lead) => lead.name)
    expect(new Set(names)).toEqual(new Set([name]))
  }
  const { id } = await admin.call(pages.create, { kind: 'note', title: 'Slips', body: 'Text' })
  await app.db.update(pageTable).set({ title: name }).where(eq(pageTable.id, id))
  const { items } = await admin.call(pages.list, { kind: 'note', search })
  expect(items.map(({ title }) => title)).toEqual([name])
})

test('a lead is found by its message, a project by its title or a note', async () => {
  await using app = await openTestApp()
  const admin = await app.person('admin')
  const lead = { name: 'Vera', email: 'v@n.test', message: 'Our Straße of slips', filledInMs: 9000 }
  await app.stranger().call(inquiries.create, lead)
  const leads = async (search: string) => (await admin.call(inquiries.count, { search })).total
  expect([await leads('strasse'), await leads('ss'), await leads('100%')]).toEqual([1, 0, 0])

  const { id: clientId } = await admin.call(clients.create, { name: 'Tarn', email: 't@n.test' })
  const { id } = await admin.call(projects.create, { clientId, title: 'Zoë’s intake' })
  const note = { clientId, projectId: id, content: `Waits for the Weiß scan. ${'x'.repeat(200)}` }
  const { id: noteId } = await admin.call(notes.create, note)
  const found = (search: string) => admin.call(projects.search, { search })
  const project = { id, title: 'Zoë’s intake', status: 'prospect', clientId, client: 'Tarn' }
  expect(await found('ZOE\u0308')).toEqual([{ ...project, note: null }])
  expect(await found('weiss')).toEqual([{ ...project, note: note.content.slice(0, 160) }])
  await admin.call(notes.remove, { clientId, projectId: id, noteId })
  expect(await found('weiss')).toEqual([])
  await expect(found(' ')).rejects.toMatchObject({ fields: { search: expect.any(String) } })
  await expect(found('x'.repeat(201))).rejects.toMatchObject({
    fields: { search: expect.any(String) },
  })
})

test('clients and leads are found by a domain in its own letters', async () => {
  const searches = [
    ['ivan@пример.рф', 'ivan@пример.рф', 'ПРИМЕР.РФ', 'пример'],
    ['zoe@bücher.example', 'bücher.ex', '@BU\u0308CHER.EXAMPLE', 'xn--bcher'],
    ['li@例え.テスト', '例え。テスト'],
    ['ada@boeken.example', 'boeken'],
  ] as const
  await using app = await openTestApp()
  const admin = await app.person('admin')
  for (const [at, [email]] of searches.entries()) {
    await admin.call(clients.create, { name: `Kim ${at}`, email })
    const message = { name: `Kim ${at}`, email, message: 'Text', filledInMs: 9000 }
    await app.stranger().call(inquiries.create, message)
  }
  for (const [at, [, ...terms]] of searches.entries()) {
    for (const search of terms) {
      const found = await admin.call(clients.list, { search })
      const leads = await admin.call(inquiries.list, { search, limit: 5 })
      const both = [found.clients, 'items' in leads ? leads.items : leads]
      const names = both.map((rows) => rows.map(({ name }) => name))
      expect([search, names]).toEqual([search, [[`Kim ${at}`], [`Kim ${at}`]]])
    }
  }
})

test.each(found)('a menu and saved replies find %s by %s', (name, search) => {
  expect(rankFolded(name, search)).toBeGreaterThan(0)
  expect(rankFolded('key', search, [name])).toBeGreaterThan(0)
  expect(rankFolded('Ada Okafor', search)).toBe(0)
  const replies = [
    { shortcut: 'a', text: name },
    { shortcut: 'b', text: 'Ada Okafor' },
  ]
  expect(matchingReplies(replies, search)).toEqual(replies.slice(0, 1))
})
