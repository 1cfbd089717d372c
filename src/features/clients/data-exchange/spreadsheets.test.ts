import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { type Endpoint, toWire } from '#contract/endpoint.ts'
import { clients } from '#features/clients/contract.ts'
import * as tables from '#server/database/schema.ts'
import { multipart, png } from '#test/harness/sample-files.ts'
import { openTestApp, origin, type Person, type TestApp } from '#test/harness/test-app.ts'
import { dataExchange, type ImportPreview, importLimits } from './contract.ts'

async function sendCsv(
  app: TestApp,
  person: Person,
  endpoint: Endpoint,
  csv: string | Buffer,
  input = {},
) {
  const { method, url } = toWire(endpoint, input)
  const { payload, headers } = multipart('clients.csv', Buffer.from(csv))
  const answer = await app.send({
    method,
    url,
    payload,
    headers: { ...headers, origin, cookie: person.cookie ?? '' },
  })
  return { status: answer.statusCode, body: answer.json() }
}

async function preview(app: TestApp, person: Person, csv: string | Buffer): Promise<ImportPreview> {
  const { status, body } = await sendCsv(app, person, dataExchange.previewImport, csv)
  expect([status, body.message]).toEqual([200, undefined])
  return body
}

function get(app: TestApp, person: Person, endpoint: Endpoint, input = {}) {
  const { url } = toWire(endpoint, input)
  return app.send({ method: 'GET', url, headers: { cookie: person.cookie ?? '' } })
}

test('an import says of each row what will become of it, and then does just that', async () => {
  await using app = await openTestApp()
  const admin = await app.person('admin')
  await app.db.insert(tables.clients).values({ name: 'Old Client', email: 'Old@n.example' })
  const csv = [
    'Name,E-mail,Company,Phone,Status,Shoe size',
    'Ada Okafor,ada@northfold.example,"Northfold, Ltd",+44 1,active,38',
    ',nobody@n.example,,,,',
    'Ben,not an address,,,,',
    'Chiara,old@N.example,,,,',
    'Dmitri,ADA@northfold.example,,,,',
    "Esi,esi@n.example,'=1+1,,INACTIVE,",
    'Fay,fay@n.example,,,asleep,',
    '',
    'Gus',
  ].join('\r\n')
  const checked = await preview(app, admin, csv)
  expect(checked.columns.filter(({ field }) => !field)).toEqual([
    { heading: 'Shoe size', sample: '38', field: null },
  ])
  expect(checked.counts).toEqual({ create: 2, duplicate: 2, refused: 4 })
  expect(checked.rows.map(({ line, outcome, reason }) => [line, outcome, reason])).toEqual([
    [2, 'create', null],
    [3, 'refused', 'Name is required'],
    [4, 'refused', 'Valid email is required'],
    [5, 'duplicate', 'Old Client already has this email'],
    [6, 'duplicate', 'Same email as line 2'],
    [7, 'create', null],
    [8, 'refused', 'Choose active, inactive or archived'],
    [10, 'refused', 'Valid email is required'],
  ])
  expect(await app.db.$count(tables.clients)).toBe(1)
  const done = await sendCsv(app, admin, dataExchange.importClients, csv)
  expect(done).toEqual({ status: 201, body: { created: 2, skipped: 2, refused: 4 } })
  expect(
    await app.db
      .select()
      .from(tables.clients)
      .where(eq(tables.clients.email, 'ada@northfold.example')),
  ).toMatchObject([
    { name: 'Ada Okafor', company: 'Northfold, Ltd', phone: '+44 1', status: 'active' },
  ])
  expect(
    await app.db.select().from(tables.clients).where(eq(tables.clients.name, 'Esi')),
  ).toMatchObject([{ company: '=1+1', status: 'inactive', phone: null }])
  const again = await sendCsv(app, admin, dataExchange.importClients, csv)
  expect(again.body).toEqual({ created: 0, skipped: 4, refused: 4 })
  const doubled = await sendCsv(app, admin, dataExchange.importClients, csv, {
    duplicates: 'create',
  })
  expect(doubled.body).toEqual({ created: 4, skipped: 0, refused: 4 })
  const acts = await app.db.select().from(tables.auditEntries)
  expect(acts.map(({ action, details }) => [action, details])).toEqual([
    ['clients.imported', { created: 2 }],
    ['clients.imported', { created: 4 }],
  ])
})

test('files of spreadsheet programs are read as they write them', async () => {
  await using app = await openTestApp()
  const admin = await app.person('admin')
  const text = 'name;email;company\r\nÅsa;asa@n.example;Größe & Söhne\r\n'
  const forms: [string, Buffer][] = [
    ['UTF-8', Buffer.from(text)],
    ['UTF-8 with mark', Buffer.from(`\ufeff${text}`)],
    ['Windows', Buffer.from(text, 'latin1')],
    ['UTF-16', Buffer.from(`\ufeff${text}`, 'utf16le')],
    ['tabs', Buffer.from(text.replaceAll(';', '\t'))],
  ]
  for (const [about, bytes] of forms) {
    const { rows } = await preview(app, admin, bytes)
    expect([about, rows]).toMatchObject([
      about,
      [{ name: 'Åsa', company: 'Größe & Söhne', outcome: 'create' }],
    ])
  }
})

test('a file that is no list of clients, or too long, is refused with the reason', async () => {
  await using app = await openTestApp()
  const admin = await app.person('admin')
  const rows = (count: number) =>
    `name,email\n${Array.from({ length: count }, (_, at) => `n,n${at}@n.example`).join('\n')}`
  const cases: [string | Buffer, number, string][] = [
    ['', 400, 'The first line must name the columns.'],
    ['Ada,ada@n.example\nBen,ben@n.example', 400, 'The first line must name the columns.'],
    ['name,email\n', 400, 'There are no rows below the heading.'],
    [
      'name,email\n"open,a@n.example',
      400,
      'The file can’t be read as CSV near line 2: a quoted cell isn’t closed, or text follows its closing quote.',
    ],
    [png, 415, 'This isn’t a CSV file.'],
    [
      `name,email${',x'.repeat(importLimits.columns)}\na`,
      413,
      'There are more than 1,000 columns.',
    ],
    [rows(importLimits.rows + 1), 413, 'There are more than 5,000 rows. Please split the file.'],
    [
      Buffer.alloc(importLimits.bytes + 1, 65),
      413,
      'The file is larger than 2 MB. Please split it.',
    ],
  ]
  for (const [csv, status, message] of cases) {
    const answer = await sendCsv(app, admin, dataExchange.previewImport, csv)
    expect([answer.status, answer.body.message]).toEqual([status, message])
  }
  const { counts } = await preview(app, admin, rows(importLimits.rows))
  expect(counts).toEqual({ create: importLimits.rows, duplicate: 0, refused: 0 })
})

test('columns that are not understood are mapped by hand', async () => {
  await using app = await openTestApp()
  const admin = await app.person('admin')
  const csv = 'Wer,Nr,Post,Alt\nAda,38,,ada@bücher.example\nBen,39,ben@n.example,x@n.example\n'
  const unknown = await preview(app, admin, csv)
  expect(unknown).toMatchObject({
    rows: [],
    counts: { create: 0, duplicate: 0, refused: 0 },
    missing: ['name', 'email'],
    columns: [
      { heading: 'Wer', sample: 'Ada', field: null },
      { heading: 'Nr', sample: '38', field: null },
      { heading: 'Post', sample: 'ben@n.example', field: null },
      { heading: 'Alt', sample: 'ada@bücher.example', field: null },
    ],
  })
  for (const [fields, missing] of [
    ['name', 'email'],
    [',,email,email', 'name'],
    [undefined, 'name and the email'],
  ]) {
    const refused = await sendCsv(app, admin, dataExchange.importClients, csv, { fields })
    expect([refused.status, refused.body.message]).toEqual([400, `No column holds the ${missing}.`])
  }
  for (const fields of ['name,color', 'name email', `${','.repeat(9_999)}x`]) {
    const refused = await sendCsv(app, admin, dataExchange.previewImport, csv, { fields })
    expect([refused.status, Object.keys(refused.body.fields)]).toEqual([400, ['fields']])
  }
  const mapped = { fields: 'name,,email,email' }
  const { body } = await sendCsv(app, admin, dataExchange.previewImport, csv, mapped)
  expect(body.rows).toMatchObject([
    { name: 'Ada', email: 'ada@bücher.example', outcome: 'create' },
    { name: 'Ben', email: 'ben@n.example', outcome: 'create' },
  ])
  const done = await sendCsv(app, admin, dataExchange.importClients, csv, mapped)
  expect(done.body).toEqual({ created: 2, skipped: 0, refused: 0 })
  const { clients: added } = await admin.call(clients.list, { search: 'Ada' })
  expect(added).toMatchObject([{ email: 'ada@xn--bcher-kva.example' }])
  // Both spellings of the domain are the same address.
  const again =
    'name,email\nAda,ADA@xn--bcher-kva.example\nAda,ada@BÜCHER.example\nBen,bén@n.example'
  expect((await preview(app, admin, again)).rows).toMatchObject([
    { outcome: 'duplicate', reason: 'Ada already has this email' },
    { outcome: 'duplicate', reason: 'Ada already has this email' },
    { outcome: 'refused', reason: expect.stringMatching(/^Before the @, /) },
  ])
})

test('exports cannot act as formulas, and come back through an import unchanged', async () => {
  await using app = await openTestApp()
  const admin = await app.person('admin')
  const nasty = ['=cmd|calc', '+1', '-1', '@SUM(A1)', '\tx', 'a "b", c', 'plain']
  await app.db.insert(tables.clients).values(
    nasty.map((name, at) => ({
      name,
      email: `n${at}@n.example`,
      company: name,
      notes: 'two\nlines',
    })),
  )
  const answer = await get(app, admin, dataExchange.exportClients)
  expect(answer.headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': expect.stringMatching(
      /^attachment; filename="clients-\d{4}-\d\d-\d\d\.csv"/,
    ),
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, no-store',
  })
  expect(answer.body.charCodeAt(0)).toBe(0xfeff)
  const cells = answer.body.split('\r\n').flatMap((line) => line.split(','))
  expect(cells.filter((cell) => /^"?[=+\-@\t\r]/.test(cell))).toEqual([])
  const before = await app.db.select().from(tables.clients).orderBy(tables.clients.email)
  await app.db.delete(tables.clients)
  const done = await sendCsv(app, admin, dataExchange.importClients, answer.rawPayload)
  expect(done.body).toEqual({ created: nasty.length, skipped: 0, refused: 0 })
  const after = await app.db.select().from(tables.clients).orderBy(tables.clients.email)
  const shown = ({ name, email, company, notes, status }: (typeof after)[number]) => [
    name.trim(),
    email,
    company?.trim(),
    notes,
    status,
  ]
  expect(after.map(shown)).toEqual(before.map(shown))
})

test('a long list of clients and of projects is exported whole', async () => {
  await using app = await openTestApp()
  const admin = await app.person('admin')
  const made = await app.db
    .insert(tables.clients)
    .values(
      Array.from({ length: 2001 }, (_, at) => ({ name: `N${at}`, email: `n${at}@n.example` })),
    )
    .returning()
  await app.db.insert(tables.projects).values({
    clientId: made[7]?.id ?? '',
    title: 'Invoices',
    startDate: new Date('2026-03-01T00:00:00Z'),
  })
  const clients = await get(app, admin, dataExchange.exportClients)
  const lines = clients.body.trimEnd().split('\r\n')
  expect(lines).toHaveLength(2002)
  expect(lines.filter((line) => /,1,\d{4}-\d\d-\d\d$/.test(line))).toEqual([
    expect.stringMatching(/^N7,n7@n\.example,/),
  ])
  const projects = await get(app, admin, dataExchange.exportProjects)
  expect(projects.body.trimEnd().split('\r\n')).toEqual([
    '\ufeffclient,email,title,status,progress,budget,start,end,description,notes,documents,created',
    expect.stringMatching(
      /^N7,n7@n\.example,Invoices,prospect,0,,2026-03-01,,,0,0,\d{4}-\d\d-\d\d$/,
    ),
  ])
})
