import { expect, test } from 'vitest'
import { filePart, mailOf, multipartOf, textPart } from '#test/harness/mails.ts'
import { pdf } from '#test/harness/sample-files.ts'
import { htmlOf, parse } from './parse.ts'

const written = 'Please start on Monday.'

/** Made by `openssl smime -sign -nodetach -nocerts` of OpenSSL 3.0. */
const signedByOpenssl =
  'MIICtAYJKoZIhvcNAQcCoIICpTCCAqECAQExDzANBglghkgBZQMEAgEFADBEBgkqhkiG9w0BBwGgNwQ1Q29udGVudC1UeXBlOiB0ZXh0L3BsYWluDQoNClBsZWFzZSBzdGFydCBvbiBNb25kYXkuDQoxggJDMIICPwIBATAxMBkxFzAVBgNVBAMMDm5vcmFAZmVsZC50ZXN0AhRtvEoKhpkOZD3JjTK71c1RCuLB+DANBglghkgBZQMEAgEFAKCB5DAYBgkqhkiG9w0BCQMxCwYJKoZIhvcNAQcBMBwGCSqGSIb3DQEJBTEPFw0yNjExMjkwNjIxMjJaMC8GCSqGSIb3DQEJBDEiBCDnRCBEjon1MuU3wV+MxGRzqtDjeC1Tf1IqKhi/icbF/TB5BgkqhkiG9w0BCQ8xbDBqMAsGCWCGSAFlAwQBKjALBglghkgBZQMEARYwCwYJYIZIAWUDBAECMAoGCCqGSIb3DQMHMA4GCCqGSIb3DQMCAgIAgDANBggqhkiG9w0DAgIBQDAHBgUrDgMCBzANBggqhkiG9w0DAgIBKDANBgkqhkiG9w0BAQEFAASCAQAl0pmoUuBbmqryRWDKURnyCcsb855fLGP+28XhgB9yKxy5NG3zZnPoMOiX8UfHdI69ZYrIqycSPO5PF+zIDz3MFkyFyDzXcOp6ovc/kokDK7gjYOMVy5vOOhttvJEhzZ6VvB+sk81McQ4SwFWGHpPOx7kpJTAAK1q3nRFOCgJphmkWQKZuTk+XcctQ0BdbXVN/46iaGC/6CXYHW6q5Ec3/yBGGmjTi40F9Fc8kqlHl5x3698gXbHolPVYbdr3MvMI2xaI+/HG6sizmiu+Xe40fclhHzaZxUuv6OtL0mOOZDSGfVmja47oTFEpXW7qJCn1J8NLDciTggqJzJVMn8Opw'

/** A block of indefinite length (X.690, 8.1.3.6), for programs that do not know the length yet. */
const block = (tag: number, ...inside: Buffer[]) =>
  Buffer.concat([Buffer.from([tag, 0x80]), ...inside, Buffer.from([0, 0])])

const octets = (bytes: Buffer) => Buffer.concat([Buffer.from([0x04, bytes.length]), bytes])

const typeOf = (hex: string) => Buffer.from(`06092a864886f70d0107${hex}`, 'hex')

/** @param inside has at most 254 bytes and is written in two pieces. */
function sign(inside: string): Buffer {
  const bytes = Buffer.from(inside)
  const half = Math.floor(bytes.length / 2)
  const pieces = [bytes.subarray(0, half), bytes.subarray(half)].map(octets)
  const content = block(0x30, typeOf('01'), block(0xa0, block(0x24, ...pieces)))
  const version = Buffer.from([0x02, 1, 1])
  return block(0x30, typeOf('02'), block(0xa0, block(0x30, version, block(0x31), content)))
}

const encryptedCms = block(0x30, typeOf('03'), block(0xa0, block(0x30)))

const smimeMail = (bytes: Buffer | string, type = 'application/pkcs7-mime; name="smime.p7m"') =>
  mailOf(typeof bytes === 'string' ? bytes : bytes.toString('base64'), {
    'Content-Type': type,
    'Content-Transfer-Encoding': 'base64',
  })

const original = 'Open the original in a mail program.'
const p7m = 'application/pkcs7-mime'

const mails: [name: string, raw: Buffer, text: string][] = [
  [
    'signed, of OpenSSL',
    smimeMail(
      signedByOpenssl,
      `application/x-pkcs7-mime; smime-type=signed-data; name="smime.p7m"`,
    ),
    written,
  ],
  [
    'signed, of unknown length',
    smimeMail(sign(`Content-Type: text/plain\r\n\r\n${written}`)),
    written,
  ],
  [
    'signed, without a name',
    smimeMail(sign(`Content-Type: text/plain\r\n\r\n${written}`), p7m),
    written,
  ],
  [
    'signed, as a file of a gateway',
    smimeMail(
      sign(`Content-Type: text/html\r\n\r\n<p>${written}`),
      'application/octet-stream; name="smime.p7m"',
    ),
    written,
  ],
  [
    'signed, with the footer of a list',
    multipartOf('mixed', [
      filePart('smime.p7m', p7m, sign(`Content-Type: text/plain\r\n\r\n${written}`)),
      textPart('Our list'),
    ]),
    `${written}\n\n\nOur list`,
  ],
  ['encrypted by S/MIME', smimeMail(encryptedCms), `This email is encrypted (S/MIME). ${original}`],
  [
    'signed, broken',
    smimeMail(Buffer.from('3080', 'hex')),
    `The text of this email can’t be read. ${original}`,
  ],
  [
    'encrypted by PGP',
    multipartOf('encrypted; protocol="application/pgp-encrypted"', [
      { headers: { 'Content-Type': 'application/pgp-encrypted' }, body: 'Version: 1' },
      filePart(
        'encrypted.asc',
        'application/octet-stream',
        Buffer.from('-----BEGIN PGP MESSAGE-----'),
      ),
    ]),
    `This email is encrypted (PGP). ${original}`,
  ],
  [
    'winmail.dat alone',
    multipartOf('mixed', [
      filePart('winmail.dat', 'application/ms-tnef', Buffer.from('789f3e22', 'hex')),
    ]),
    `This email is in a format of Outlook (winmail.dat). ${original}`,
  ],
  [
    'no boundary named',
    mailOf(`--b1\nContent-Type: text/plain\n\n${written}\n--b1--`, {
      'Content-Type': 'multipart/mixed',
    }),
    written,
  ],
  [
    'another boundary than the one named',
    mailOf(
      `----=_b 1\nContent-Type: text/plain\nContent-Transfer-Encoding: base64\n\n${btoa(written)}\n----=_b 1--`,
      {
        'Content-Type': 'multipart/alternative; boundary="b2"',
      },
    ),
    written,
  ],
  ['no parts at all', mailOf(written, { 'Content-Type': 'multipart/mixed; boundary=b' }), written],
  [
    'parts inside without a boundary',
    multipartOf('mixed', [{ headers: { 'Content-Type': 'multipart/alternative' }, body: written }]),
    `The text of this email can’t be read. ${original}`,
  ],
]

test.for(mails)('a mail is not empty: %s', async ([, raw, text]) => {
  expect((await parse(raw)).text).toBe(text)
})

test('files and HTML inside a signature are those of the mail, its headings are not', async () => {
  const inside = `From: eve@elsewhere.test\r\nSubject: Forged\r\nContent-Type: text/html\r\n\r\n<p>${written}`
  const raw = smimeMail(sign(inside))
  expect(await parse(raw)).toMatchObject({
    text: written,
    hasHtml: true,
    subject: 'A question',
    attachments: [],
    from: { address: 'vera@visitor.test' },
  })
  expect(await htmlOf(raw)).toContain(written)
})

test('a signed file, winmail.dat beside words and a mail without words stay what they are', async () => {
  const own = 'See the file.'
  const parts = [
    textPart(own),
    filePart('offer.pdf.p7m', p7m, sign(pdf.toString().slice(0, 200))),
    filePart('winmail.dat', 'application/ms-tnef', Buffer.from('789f3e22', 'hex')),
  ]
  const mail = await parse(multipartOf('mixed', parts))
  expect(mail.text).toBe(own)
  expect(mail.attachments.map(({ name }) => name)).toEqual(['offer.pdf.p7m', 'winmail.dat'])
  for (const empty of [mailOf(''), multipartOf('mixed', [textPart('')])]) {
    expect((await parse(empty)).text).toBe('')
  }
})
