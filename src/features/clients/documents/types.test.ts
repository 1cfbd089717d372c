import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { typeOfExtension } from '#contract/file-rules.ts'
import { projectDocuments } from '#server/database/schema.ts'
import { documentsDirectory } from '#server/files/open-storage.ts'
import { newProject, send } from '#test/harness/project.ts'
import {
  compound,
  gif,
  jpeg,
  multipart,
  officeFile,
  pdf,
  png,
  zipOf,
} from '#test/harness/sample-files.ts'
import { openTestApp } from '#test/harness/test-app.ts'

const text = (words: string) => Buffer.from(words)

/** A zip signature followed by garbage. */
const brokenZip = Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.alloc(500, 7)])

/**
 * A compound file whose directory has entries with these names. The directory begins after `offset`
 * sectors.
 */
function encryptedOffice(offset: number, names = ['EncryptionInfo', 'EncryptedPackage']): Buffer {
  const entries = ['Root Entry', ...names].map((name) => {
    const entry = Buffer.alloc(128)
    entry.write(name, 'utf16le')
    return entry
  })
  return Buffer.concat([compound.subarray(0, 512), Buffer.alloc(offset * 512, 1), ...entries])
}

async function candidates() {
  const [docx, xlsx, pptx] = await Promise.all(['word/', 'xl/', 'ppt/'].map(officeFile))
  const zip = await zipOf(['a.txt'])
  // This is 100 MB of zeros in 100 KB, which must never be unpacked.
  const bomb = await zipOf(['bomb'], '\0'.repeat(100_000_000))
  const climbing = Buffer.from(
    (await zipOf(['aa/evil'])).toString('latin1').replaceAll('aa/', '../'),
    'latin1',
  )
  const encrypted = Buffer.from(zip)
  encrypted.writeUInt16LE(encrypted.readUInt16LE(6) | 1, 6)
  if (!docx || !xlsx || !pptx) throw new Error('no office files')
  const taken: [string, Buffer][] = [
    ['a.pdf', pdf],
    ['a.PDF', pdf],
    ['a.pdf ', pdf],
    ['blanks.pdf', Buffer.concat([text('\ufeff\r\n'), pdf])],
    ['html-inside.pdf', Buffer.concat([pdf, text('<html><script>alert(1)</script>')])],
    ['a.doc', compound],
    ['a.xls', compound],
    ['a.ppt', compound],
    ['a.docx', docx],
    ['a.xlsx', xlsx],
    ['a.pptx', pptx],
    ['a.txt', text('Grüße, 草案\r\n')],
    ['latin1.txt', Buffer.from('Gr\xfc\xdfe', 'latin1')],
    ['utf16.txt', Buffer.from('\ufeffGrüße', 'utf16le')],
    ['wide.txt', Buffer.from('\ufeffHej!', 'utf16le').swap16()],
    ['tagged.txt', text('x < y and <name> is a placeholder')],
    ['a.jpg', jpeg],
    ['a.jpeg', jpeg],
    ['a.png', png],
    ['a.gif', gif],
    ['a.zip', zip],
    ['bomb.zip', bomb],
    ['encrypted.zip', encrypted],
    ['climbing.zip', climbing],
    ['empty.zip', await zipOf([])],
    ['followed.zip', Buffer.concat([zip, text('\r\n')])],
    ['padded.zip', Buffer.concat([zip, Buffer.alloc(10_000)])],
    ['followed.docx', Buffer.concat([docx, Buffer.alloc(7)])],
    ['followed.empty.zip', Buffer.concat([await zipOf([]), text('PK\x05\x06')])],
    ['password.xlsx', encryptedOffice(0)],
    ['password.docx', encryptedOffice(5_000)],
    ['password.pptx', encryptedOffice(40_000)],
    ['printed.pdf', Buffer.concat([text('\x1b%-12345X@PJL JOB\n'), pdf])],
    ['mailed.pdf', Buffer.concat([text('x'.repeat(1_000)), pdf])],
    ['about.txt', text('A file begins with %PDF-1.7.')],
  ]
  const refused: [string, Buffer][] = [
    ['program.pdf', text('MZ\x90\0\x03\0\0\0')],
    ['program.txt', text('MZ\x90\0\x03\0\0\0')],
    ['page.txt', text('\n <!DOCTYPE html><script>alert(1)</script>')],
    ['script.txt', text('<script>alert(1)</script>')],
    ['wide-page.txt', Buffer.from('\ufeff<html><body>', 'utf16le')],
    ['drawing.txt', text('<svg onload=alert(1)>')],
    ['pdf.txt', pdf],
    ['page.png', text('<html>')],
    ['drawing.svg', text('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['drawing.png', text('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['late-nul.txt', Buffer.concat([Buffer.alloc(2_000_000, 65), Buffer.from([0])])],
    ['a.docx', brokenZip],
    ['a.zip', brokenZip],
    ['table.docx', xlsx],
    ['letter.xlsx', docx],
    ['letter.pptx', docx],
    ['plain.docx', zip],
    ['old.docx', compound],
    ['new.doc', docx],
    ['photo.png', jpeg],
    ['photo.jpg', png],
    ['photo.gif', png],
    ['a.pdf.exe', pdf],
    ['a', pdf],
    ['.pdf', pdf],
    ['a.html', text('<html>')],
    ['script.gif', text('GIF89a=1;alert(1)//')],
    ['cut.png', png.subarray(0, 8)],
    ['too-late.pdf', Buffer.concat([text('x'.repeat(1_020)), pdf])],
    ['half.docx', encryptedOffice(0, ['EncryptionInfo'])],
    ['followed.docx', Buffer.concat([brokenZip, text('\n')])],
    ['late.pdf', Buffer.concat([text('<html>'), pdf])],
  ]
  return { taken, refused }
}

test('exactly the twelve types are accepted, by name and content', async () => {
  await using app = await openTestApp()
  const admin = await app.person('admin')
  const project = await newProject(app)
  const { taken, refused } = await candidates()
  for (const [name, bytes] of taken) {
    const answer = await send(app, admin, project, multipart(name, bytes))
    const { mimeType } = answer.json<{ mimeType: string }>()
    const extension = name.trim().split('.').at(-1)?.toLowerCase() ?? ''
    expect([name, answer.statusCode, mimeType]).toEqual([name, 201, typeOfExtension[extension]])
  }
  for (const [name, bytes] of refused) {
    const answer = await send(app, admin, project, multipart(name, bytes))
    expect([name, answer.statusCode]).toEqual([name, 415])
    expect(answer.json()).toMatchObject({
      code: 'unsupported_type',
      message: expect.stringMatching(/ is not a supported file type\.$/),
      fields: { document: 'Invalid file type' },
    })
  }
  expect(await app.db.$count(projectDocuments)).toBe(taken.length)
  expect(readdirSync(documentsDirectory(app.deps.config))).toHaveLength(taken.length)
})

test('the type stated by the request is ignored', async () => {
  await using app = await openTestApp()
  const admin = await app.person('admin')
  const project = await newProject(app)
  const { payload, headers } = multipart('a.png', png)
  const lying = Buffer.from(
    payload.toString('latin1').replace('application/octet-stream', 'text/html'),
    'latin1',
  )
  const answer = await send(app, admin, project, { payload: lying, headers })
  expect(answer.json()).toMatchObject({ mimeType: 'image/png' })
})
