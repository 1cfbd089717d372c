import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { openTestDatabase } from '#test/harness/database.ts'
import { foldCase } from './fold-case.ts'

test.each([
  ['Zoë', 'ZOE\u0308'],
  ['Straße', 'STRASSE'],
  ['GROẞ', 'gross'],
  ['ΟΔΥΣΣΕΥΣ', 'Οδυσσευς'],
  ['οδος', 'οδοσ'],
  ['İzmir', 'i\u0307ZMIR'],
  ['ﬁn', 'FIN'],
  ['ŉ', 'ʼN'],
  ['ΐ', '\u03aa\u0301'],
  ['ᾳ', 'ΑΙ'],
  ['각', '\u1100\u1161\u11a8'],
  ['Å', '\u212b'],
  ['ſ', 's'],
  ['ΟΔΥΣΣΕΎΣ', 'Οδυσσεύς'],
  ['ΟΔΥΣΣΕΥΣ', 'Οδυσσεύς'],
  ['Νέος', 'ΝΈΟΣ'],
  ['Zoë', 'zoe'],
  ['Iğdır İzmir', 'ığDIR IZMIR'],
  ['Ｆｕｌｌ', 'full'],
])('%s is %s', (one, other) => {
  expect(foldCase(one)).toBe(foldCase(other))
})

test('other letters and marks that are no accents stay apart', () => {
  for (const [one, other] of [
    ['ø', 'o'],
    ['か', 'が'],
    ['क', 'क़'],
    ['o', '0'],
    ['ב', 'בּ'],
  ] as const) {
    expect([one, foldCase(one) === foldCase(other)]).toEqual([one, false])
  }
})

/** The folded text, with separators written as in the database. */
const joined = (text: string) =>
  foldCase(text).replace(
    /[ .@\-'&+,/()]/g,
    (one) => 'ABCDEFGHIJK'[" .@-'&+,/()".indexOf(one)] ?? '',
  )

test('the database folds each character of Unicode 10 in the same way, and fully', async () => {
  await using database = await openTestDatabase()
  const characters = Array.from({ length: 0x110000 - 1 }, (_, n) => n + 1)
    .filter((code) => code < 0xd800 || code > 0xdfff)
    .map((code) => String.fromCodePoint(code))
    .filter((one) => /\p{Cased}/u.test(one) || one !== one.normalize('NFKD'))
  const { rows: versions } = await database.db.execute<{ has: boolean }>(
    sql`select to_regproc('casefold') is not null as has`,
  )
  const full = versions[0]?.has ? sql`casefold(one collate "und-x-icu")` : sql`one`
  const { rows } = await database.db.execute<{ one: string; folded: string; full: string }>(sql`
    select one, joined_words(one) as folded, joined_words(${full}) as full
    from unnest(${sql.param(characters)}::text[]) one`)
  expect(rows.length).toBeGreaterThan(4_000)
  expect(rows.filter(({ folded, full }) => folded !== full)).toEqual([])
  // The database does not fold letters that are newer than its ICU.
  const differing = rows.filter(({ one, folded }) => folded !== joined(one) && folded !== one)
  expect(differing).toEqual([])
  expect(rows.filter(({ one, folded }) => folded !== joined(one)).length).toBeLessThan(300)
})
