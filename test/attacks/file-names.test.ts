import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { projectDocuments } from '#server/database/schema.ts'
import { documentsDirectory } from '#server/files/open-storage.ts'
import { fetchFile, newProject, send } from '../harness/project.ts'
import { multipart, pdf } from '../harness/sample-files.ts'
import { openTestApp } from '../harness/test-app.ts'

// U03

const names: [string, string][] = [
  ['../../etc/passwd.pdf', 'passwd.pdf'],
  ['..%2f..%2fpasswd.pdf', '..%2f..%2fpasswd.pdf'],
  ['C:\\Users\\x.pdf', 'x.pdf'],
  ['/absolute.pdf', 'absolute.pdf'],
  [`${'n'.repeat(300)}.pdf`, `${'n'.repeat(251)}.pdf`],
  ['a%0D%0AX-Evil: 1.pdf', 'aX-Evil: 1.pdf'],
  ['say "hi"; now.pdf', 'say "hi"; now.pdf'],
  ['invoice\u202efdp.exe.pdf', 'invoicefdp.exe.pdf'],
  ['a\u200b\ufeffb.pdf', 'a\u200b\ufeffb.pdf'],
  ['😀 Grüße 草案.pdf', '😀 Grüße 草案.pdf'],
  ['.htaccess.pdf', '.htaccess.pdf'],
  ['CON.pdf', 'CON.pdf'],
  ['  1  000\u00a0000\u202f€ \u3000 e\u0301.pdf', '  1  000\u00a0000\u202f€ \u3000 e\u0301.pdf'],
  ["o'hara (1) 100%.pdf", "o'hara (1) 100%.pdf"],
  ['<img src=x onerror=alert(1)>.pdf', '<img src=x onerror=alert(1)>.pdf'],
]

test('any file name is stored under a random key and shown as one safe line', async () => {
  await using app = await openTestApp()
  const admin = await app.person('admin')
  const project = await newProject(app)
  for (const [sent, shown] of names) {
    const answer = await send(app, admin, project, multipart(sent, pdf))
    const { id: documentId, originalName } = answer.json()
    expect([sent, answer.statusCode, originalName]).toEqual([sent, 201, shown])
    const file = await fetchFile(app, admin, { ...project, documentId })
    const line = String(file.headers['content-disposition'])
    expect(line).toMatch(
      /^attachment; filename="[ -!#-[\]-~]*"; filename\*=UTF-8''[\w.!#$&+^`|~%-]+$/,
    )
    expect(decodeURIComponent(line.slice(line.indexOf("''") + 2))).toBe(shown)
    expect(file.headers['x-evil']).toBe(undefined)
    expect(file.rawPayload.equals(pdf)).toBe(true)
  }
  const directory = documentsDirectory(app.deps.config)
  const keys = readdirSync(directory)
  expect(keys).toHaveLength(names.length)
  for (const key of keys) {
    expect(key).toMatch(/^[\w-]{20,}$/)
    expect(readFileSync(`${directory}/${key}`).equals(pdf)).toBe(true)
  }
  const rows = await app.db.select().from(projectDocuments)
  expect(rows.map(({ storageKey }) => storageKey).sort()).toEqual(keys.sort())
})
