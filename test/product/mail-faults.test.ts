import { expect, test } from 'vitest'
import { faultsOf, messageIdOf } from '../harness/mail-faults.ts'

const sound = [
  'From: Northfold <site@firm.test>',
  'To: ana@visitor.test',
  'Subject: =?UTF-8?Q?Gr=C3=BC=C3=9Fe?=',
  'Message-ID: <1@firm.test>',
  'Date: Tue, 24 Nov 2026 09:00:00 +0000',
  'MIME-Version: 1.0',
  'Content-Type: text/plain; charset=utf-8',
  '',
  'Text',
  '',
].join('\r\n')

const check = (mail: string) => faultsOf(Buffer.from(mail))

test('a plain mail is valid', async () => {
  expect(await check(sound)).toEqual([])
  expect(messageIdOf(Buffer.from(sound))).toBe('<1@firm.test>')
})

test.each([
  ['bare CR', (mail: string) => mail.replace('Text', 'Te\rxt')],
  ['bare LF', (mail: string) => mail.replace('Text', 'Te\nxt')],
  ['a line of 999 bytes', (mail: string) => mail.replace('Text', 'x'.repeat(999))],
  ['2 × From', (mail: string) => `From: b@firm.test\r\n${mail}`],
  ['0 × Date', (mail: string) => mail.replace(/Date: .*\r\n/, '')],
  ['0 × Message-ID', (mail: string) => mail.replace(/Message-ID: .*\r\n/, '')],
  ['Message-ID', (mail: string) => mail.replace('<1@firm.test>', '1@firm.test')],
  ['a header beyond ASCII', (mail: string) => mail.replace(/=\?.*\?=/, 'Grüße')],
  ['a line that is no header', (mail: string) => mail.replace('MIME', 'oops\r\nMIME')],
  ['not one recipient', (mail: string) => mail.replace('ana@', 'bo@visitor.test, ana@')],
  ['no text', (mail: string) => mail.replace('Text', '')],
  ['HTML', (mail: string) => mail.replace('text/plain', 'text/html')],
])('a mail with this fault is recognized: %s', async (fault, damage) => {
  expect(damage(sound)).not.toBe(sound)
  expect(await check(damage(sound))).toContain(fault)
})
