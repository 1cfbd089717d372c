import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toCsv } from '#server/files/exported-rows.ts'
import { checkRows, readClientRows } from './client-rows.server.ts'
import { readRecords } from './csv.server.ts'

const sheetOf = (csv: string | Buffer) => readClientRows(Buffer.from(csv))

test('each row of a file with mixed line ends is a row', () => {
  for (const ends of [
    ['\r\n', '\n', '\n', '\n'],
    ['\n', '\r\n', '\r', '\n'],
    ['\r', '\n', '\r\n', ''],
    ['\r\n', '\r', '\r', '\r'],
  ]) {
    const lines = [
      'name,email,notes',
      'Ada,ada@n.example,one',
      'Ben,ben@n.example,"t\nw\r\no"',
      'Cy,cy@n.example,',
    ]
    const { rows } = sheetOf(lines.map((line, at) => line + ends[at]).join(''))
    expect(rows.map(({ row, line, given }) => [row, line, given.name])).toEqual([
      [2, 2, 'Ada'],
      [3, 3, 'Ben'],
      [4, 6, 'Cy'],
    ])
  }
})

test('a row that fills more columns than the heading is refused by its number, not shortened', () => {
  const csv = [
    'name,email,notes',
    'Ada,ada@n.example,a note, with a comma',
    'Ben,ben@n.example,,,',
    '"B\nb",b@n.example,,x',
    '',
    'Cy,cy@n.example,,,,"y"',
  ].join('\n')
  const checked = checkRows(sheetOf(csv).rows, new Map())
  expect(checked.map(({ row, line, outcome, reason }) => [row, line, outcome, reason])).toEqual([
    [2, 2, 'refused', 'The row fills 4 columns, but the heading has 3'],
    [3, 3, 'create', null],
    [4, 4, 'refused', 'The row fills 4 columns, but the heading has 3'],
    [6, 7, 'refused', 'The row fills 6 columns, but the heading has 3'],
  ])
})

test('further values of a kind are named with their row', () => {
  const csv = [
    'Name,First Name,Middle Name,Last Name,E-mail 1,E-mail 2,Mobile,Phone,Company,Company Name,Notes,Notes',
    'Ada Okafor,Ada,,Okafor,a@n.example ::: a@home.example,a@old.example,+44 1,+44 1,N,N,,x ::: y',
    ',Ben,Uwe,Ilves,,b@n.example,,+44 2 ::: +44 3,N,Northfold,one,two',
    'Countess,Ada,,Byron,c@n.example,c@n.example,,,,,,',
  ].join('\n')
  const named = sheetOf(csv).rows.map(({ row, leftOut }) => [
    row,
    leftOut.map(({ field, value }) => `${field} ${value}`),
  ])
  expect(named).toEqual([
    [2, ['email a@home.example', 'email a@old.example']],
    [3, ['phone +44 3', 'company Northfold', 'notes two']],
    [4, ['first Ada', 'last Byron']],
  ])
})

test('a name that cannot be seen is none', () => {
  const csv =
    'Name,First Name,Last Name,Company,Email\n\u200b,\u2060,Ilves,,b@n.example\n\u00ad,,,Northfold,c@n.example\n\u200d,,,,d@n.example'
  const checked = checkRows(sheetOf(csv).rows, new Map())
  expect(checked.map(({ name, reason }) => [name, reason])).toEqual([
    ['Ilves', null],
    ['Northfold', null],
    ['', 'Name is required'],
  ])
})

test('quotes that do not close are refused with their line', () => {
  for (const [csv, line] of [
    ['name,email\n\n"Ada,a@n.example\nBen,b@n.example\n', 3],
    ['name,email\nAda,a@n.example\r\n"Ben" B,b@n.example\n', 3],
    ['name,email\rAda,"a@n.example\rBen,"b@n.example"\r', 2],
  ] as const) {
    expect(() => sheetOf(csv)).toThrow(`near line ${line}:`)
  }
})

test('a heading is known or named as not used', () => {
  const known = {
    'Full name': 'name',
    Ansprechpartner: 'name',
    firstname: 'first',
    GIVEN_NAME: 'first',
    Surname: 'last',
    Familienname: 'last',
    'Company name': 'company',
    Unternehmen: 'company',
    Organisation: 'company',
    email: 'email',
    'E-Mail-Adresse': 'email',
    'Work Email': 'email',
    'Email Address': 'email',
    'E-mail 3 Address': 'email',
    Telephone: 'phone',
    Handy: 'phone',
    'Mobile Phone': 'phone',
    'Telefon geschäftlich 2': 'phone',
    Bemerkungen: 'notes',
    Status: 'status',
    'E-mail Type': null,
    'E-mail 1 - Label': null,
    'Business Fax': null,
    'Lead Status': null,
    'Assistant’s Phone': null,
    'Company Main City': null,
    'Job Title': null,
    'File As': null,
    'Additional email addresses': null,
    Nickname: null,
    'Shoe size': null,
  }
  const { columns } = sheetOf(`${Object.keys(known).join(',')}\nx`)
  expect(Object.fromEntries(columns.map(({ heading, field }) => [heading, field]))).toEqual(known)
})

test('an export comes back as it was, whatever the cells begin with', async () => {
  const sign = fc.constantFrom(
    "'",
    '=',
    '+',
    '-',
    '@',
    '＝',
    '＋',
    '－',
    '＠',
    '"',
    'a',
    ';',
    ',',
    '="',
    '\n',
  )
  const cell = fc.array(sign, { maxLength: 6 }).map((signs) => signs.join('').trim())
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 5 }),
      async (cells) => {
        const rows = cells.map(([name, notes], at) => ({
          name: name || 'x',
          email: `n${at}@n.example`,
          notes,
        }))
        let csv = ''
        for await (const part of toCsv(
          ['name', 'email', 'notes'],
          (async function* () {
            yield rows
          })(),
          String,
        ))
          csv += part
        const given = sheetOf(csv).rows.map(({ given: { name, email, notes } }) => ({
          name,
          email,
          notes,
        }))
        expect(given).toEqual(rows)
        const written = [...readRecords(csv.slice(1), ',', 0)].flatMap(({ cells }) => cells)
        expect(written.filter((one) => /^[=+\-@＝＋－＠]/.test(one))).toEqual([])
      },
    ),
    {
      numRuns: 500,
      examples: [
        [
          [
            ["'=odd", '＠x'],
            ["''+1", '＋1'],
            ['－', '="1"'],
          ],
        ],
      ],
    },
  )
})
