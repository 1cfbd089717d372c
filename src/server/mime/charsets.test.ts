import { expect, test } from 'vitest'
import { mailOf, multipartOf } from '#test/harness/mails.ts'
import { parse } from './parse.ts'

const latin = (text: string) => Buffer.from(text, 'latin1')

/** @param type undefined for a mail without a Content-Type. */
const mailWith = (type: string | undefined, body: Buffer) => {
  const encoding = { 'Content-Transfer-Encoding': '8bit' }
  return Buffer.concat([mailOf('', { 'Content-Type': type, ...encoding }), body])
}

const texts: [name: string, raw: Buffer, text: string][] = [
  [
    'UTF-8 called us-ascii',
    mailWith('text/plain; charset=us-ascii', Buffer.from('Grüße aus Köln')),
    'Grüße aus Köln',
  ],
  [
    'Latin-1 without a charset',
    mailWith('text/plain', latin('Gr\xfc\xdfe aus K\xf6ln')),
    'Grüße aus Köln',
  ],
  ['Latin-1 without any type', mailWith(undefined, latin('Gr\xfc\xdfe')), 'Grüße'],
  [
    'UTF-8 called ISO-8859-1',
    mailWith('text/plain; charset=iso-8859-1', Buffer.from('“Grüße”')),
    '“Grüße”',
  ],
  [
    'UTF-8 called Windows-1251',
    mailWith('text/plain; charset=windows-1251', Buffer.from('Привет')),
    'Привет',
  ],
  ['UTF-8 called GB2312', mailWith('text/plain; charset=gb2312', Buffer.from('你好')), '你好'],
  [
    'Windows-1252 called UTF-8',
    mailWith('text/plain; charset=utf-8', latin('\x93Gr\xfc\xdfe\x94')),
    '“Grüße”',
  ],
  [
    'Latin-1 called ISO-2022-JP',
    mailWith('text/plain; charset=iso-2022-jp', latin('Gr\xfc\xdfe')),
    'Grüße',
  ],
  [
    'HTML whose charset is inside',
    mailWith(
      'text/html',
      Buffer.concat([
        latin('<meta charset="windows-1251"><p>'),
        Buffer.from('cff0e8e2e5f2', 'hex'),
      ]),
    ),
    'Привет',
  ],
  [
    'a mail inside a mail',
    multipartOf('mixed', [
      {
        headers: { 'Content-Type': 'message/rfc822' },
        body: mailWith('text/plain; charset=us-ascii', Buffer.from('Grüße')),
      },
    ]),
    'Grüße',
  ],
]

test.for(texts)('%s is read', async ([, raw, text]) => {
  expect((await parse(raw)).text).toContain(text)
})

/** The label is right, although some of these bytes are also valid UTF-8. */
const labeled: [charset: string, hex: string, text: string][] = [
  ['koi8-r', 'f0d2c9d7c5d4', 'Привет'],
  ['shift_jis', '82b182f182c982bf82cd', 'こんにちは'],
  ['iso-2022-jp', Buffer.from('\x1b$B$3$s$K$A$O\x1b(B').toString('hex'), 'こんにちは'],
  ['gb2312', 'c4a3b0e5', '模板'],
  ['gb2312', 'c4a3', '模'],
  ['tis-620', 'c3b6', 'รถ'],
  ['windows-1252', '80', '€'],
  ['utf-16le', '47007200fc00', 'Grü'],
  ['cp932', '82b1', 'こ'],
  ['utf-8', 'c3bcc3', 'ü\ufffd'],
]

test.for(labeled)('a right label of %s is believed: %s', async ([charset, hex, text]) => {
  const raw = mailOf(Buffer.from(hex, 'hex').toString('base64'), {
    'Content-Type': `text/plain; charset=${charset}`,
    'Content-Transfer-Encoding': 'base64',
  })
  expect((await parse(raw)).text).toBe(text)
})

const headings: [name: string, lines: Buffer, subject: string][] = [
  ['raw UTF-8', Buffer.from('Subject: Grüße'), 'Grüße'],
  ['raw Latin-1', latin('Subject: Gr\xfc\xdfe'), 'Grüße'],
  ['raw Latin-1, folded', latin('Subject: Gr\xfc\xdfe\r\n aus: K\xf6ln'), 'Grüße aus: Köln'],
  [
    'raw, in the charset of the text',
    Buffer.concat([
      latin('Content-Type: text/plain;\r\n charset="koi8-r"\r\nSubject: '),
      Buffer.from('f0d2c9d7c5d4', 'hex'),
    ]),
    'Привет',
  ],
  ['UTF-8 called us-ascii', latin('Subject: =?us-ascii?Q?Gr=C3=BC=C3=9Fe?='), 'Grüße'],
  ['Latin-1 called UTF-8', latin('Subject: =?utf-8?Q?Gr=FC=DFe?='), 'Grüße'],
  ['Latin-1 in an unknown charset', latin('Subject: =?x-unknown?B?R3L832U=?='), 'Grüße'],
  ['a letter in two words', latin('Subject: =?UTF-8?B?R3LD?=\r\n =?utf-8?B?vMOfZQ==?='), 'Grüße'],
  ['GB2312 that is like UTF-8', latin('Subject: =?gb2312?B?xKM=?='), '模'],
  ['with a language', latin('Subject: =?iso-8859-1*de?Q?Gr=FC=DFe?='), 'Grüße'],
]

test.for(headings)('a subject in %s is read', async ([, lines, subject]) => {
  const from = latin('From: J\xf6rg <joerg@visitor.test>\r\n')
  const mail = await parse(Buffer.concat([from, lines, latin('\r\n\r\nHello')]))
  expect(mail.subject).toBe(subject)
  expect(mail.from.address).toBe('joerg@visitor.test')
})

test('no heading is made of the letters of another', async () => {
  const smuggled = Buffer.from('\nFrom: eve@elsewhere.test\n', 'utf16le')
  const type = latin('Content-Type: text/plain; charset=utf-16le\r\nSubject: ')
  const raw = Buffer.concat([type, Buffer.from([0xfc, 0xfc]), smuggled, latin('\r\n\r\nHello')])
  const { from, headers } = await parse(raw)
  expect(from.address).toBe('')
  expect(Object.keys(headers)).toEqual(['content-type'])
})
