import { expect, test } from 'vitest'
import { mailOf } from '#test/harness/mails.ts'
import { parse } from './parse.ts'

const named: [from: string, name: string][] = [
  ['Feld, Nora <nora@feld.test>', 'Feld, Nora'],
  ['Feld, Dr. Nora <nora@feld.test>', 'Feld, Dr. Nora'],
  ['Feld, Nora, Dr. <nora@feld.test>', 'Feld, Nora, Dr.'],
  ['Feld; Nora <nora@feld.test>', 'Feld, Nora'],
  ['=?utf-8?q?F=C3=A4ld?=, =?utf-8?q?Nora?= <nora@feld.test>', 'Fäld, Nora'],
  ['=?utf-8?q?F=C3=A4ld=2C_Nora?= <nora@feld.test>', 'Fäld, Nora'],
  ['"Feld, Nora" <nora@feld.test>', 'Feld, Nora'],
  ['Feld, nora@feld.test', 'Feld'],
  ['<nora@feld.test>, Feld', ''],
]

test.each(named)('a comma in a name is no end of the sender: %s', async (From, name) => {
  const { from, isSenderUnclear } = await parse(mailOf('Hello', { From }))
  expect(from).toEqual({ name, address: 'nora@feld.test' })
  expect(isSenderUnclear).toBe(false)
})

const several = [
  'Nora <nora@feld.test>, Eve <eve@elsewhere.test>',
  'Feld, Nora <nora@feld.test>, Eve <eve@elsewhere.test>',
  'eve@elsewhere.test, Nora <nora@feld.test>',
  'Eve eve@elsewhere.test; Nora <nora@feld.test>',
]

test.each(several)('two mailboxes are no sender: %s', async (From) => {
  const { from, isSenderUnclear } = await parse(mailOf('Hello', { From }))
  expect(from).toEqual({ name: From, address: '' })
  expect(isSenderUnclear).toBe(true)
})

test('a comma in a name to reply to is no end of it either', async () => {
  const headers = { From: 'noreply@forms.test', 'Reply-To': 'Feld, Nora <nora@feld.test>' }
  const mail = await parse(mailOf('Hello', headers))
  expect(mail.replyTo).toEqual({ name: 'Feld, Nora', address: 'nora@feld.test' })
})
