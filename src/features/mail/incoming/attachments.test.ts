import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { mailFiles } from '#server/database/schema.ts'
import { receive } from '#test/harness/mail-thread.ts'
import { filePart, mailInEnvironment, multipartOf, textPart } from '#test/harness/mails.ts'
import { compound, jpeg, officeFile, pdf, png, zipOf } from '#test/harness/sample-files.ts'
import { openTestApp } from '#test/harness/test-app.ts'

const octets = 'application/octet-stream'

/** A compound file whose directory has these streams. */
const compoundWith = (...names: string[]) =>
  Buffer.concat([compound, ...names.map((name) => Buffer.from(name.padEnd(64, '\0'), 'utf16le'))])

const nameless = (type: string, bytes: Buffer) => ({
  headers: {
    'Content-Type': type,
    'Content-Disposition': 'attachment',
    'Content-Transfer-Encoding': 'base64',
  },
  body: bytes.toString('base64'),
})

async function attach(parts: Parameters<typeof multipartOf>[1]) {
  await using app = await openTestApp({ environment: mailInEnvironment })
  const raw = multipartOf('mixed', [textPart('See the file.'), ...parts])
  const { message } = await receive(app, raw)
  const files = await app.db
    .select({ name: mailFiles.originalName, type: mailFiles.mimeType })
    .from(mailFiles)
    .where(eq(mailFiles.role, 'attachment'))
    .orderBy(mailFiles.id)
  return { files, refused: message?.refusedFiles.map(({ name, reason }) => [name, reason]) }
}

test('a file without an ending or a name is named after its content', async () => {
  const word = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
  const { files, refused } = await attach([
    filePart('Angebot', 'application/pdf', pdf),
    filePart('Scan', octets, jpeg),
    filePart('Offer No. 5', octets, pdf),
    filePart('Dr. Vera Feld', octets, await officeFile('word/')),
    filePart('Drawings v1.2', octets, await zipOf(['a.txt'])),
    filePart('Minutes', octets, compoundWith('WordDocument')),
    filePart('Remarks', 'text/plain', Buffer.from('Grüße')),
    nameless('application/pdf', pdf),
    nameless(octets, png),
  ])
  expect(refused).toEqual([])
  expect(files).toEqual([
    { name: 'Angebot.pdf', type: 'application/pdf' },
    { name: 'Scan.jpg', type: 'image/jpeg' },
    { name: 'Offer No. 5.pdf', type: 'application/pdf' },
    { name: 'Dr. Vera Feld.docx', type: word },
    { name: 'Drawings v1.2.zip', type: 'application/zip' },
    { name: 'Minutes.doc', type: 'application/msword' },
    { name: 'Remarks.txt', type: 'text/plain' },
    { name: 'attachment.pdf', type: 'application/pdf' },
    { name: 'attachment.png', type: 'image/png' },
  ])
})

test('what is of no accepted kind, or not what its own ending says, stays refused', async () => {
  const wrong = 'Invalid file type'
  const { files, refused } = await attach([
    filePart('setup', 'application/pdf', Buffer.from('MZ\0\0')),
    filePart('page', 'text/plain', Buffer.from('<html><script>')),
    filePart('offer.exe', 'application/pdf', pdf),
    filePart('picture.png', 'image/png', pdf),
    filePart('locked', octets, compoundWith('EncryptionInfo', 'EncryptedPackage')),
    filePart('empty', 'application/pdf', Buffer.alloc(0)),
    nameless('text/calendar', Buffer.from('BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n')),
  ])
  expect(files).toEqual([])
  expect(refused).toEqual([
    ...['setup', 'page', 'offer.exe', 'picture.png', 'locked'].map((name) => [name, wrong]),
    ['empty', 'Empty file'],
    ['unnamed', wrong],
  ])
})
