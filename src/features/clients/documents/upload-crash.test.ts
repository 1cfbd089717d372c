import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { type OpenDatabase, openDatabase } from '#server/database/open.ts'
import { clients, projectDocuments, projects } from '#server/database/schema.ts'
import { onTestServer } from '#test/harness/installation.ts'
import { ownerPassword } from '#test/harness/product.ts'
import type { ProjectRef } from '#test/harness/project.ts'
import { multipart, pdf } from '#test/harness/sample-files.ts'
import { temporaryDirectory } from '#test/harness/temporary-directory.ts'
import type { CrashPoint } from '#test/harness/upload-crash.ts'

const program = fileURLToPath(new URL('../../../../test/harness/upload-crash.ts', import.meta.url))
const drizzleImports = new URL('../../../cli/drizzle-imports.ts', import.meta.url).href

async function addProject({ db }: OpenDatabase): Promise<ProjectRef> {
  const [client] = await db.insert(clients).values({ name: 'N', email: 'n@n.example' }).returning()
  const clientId = client?.id ?? ''
  const [project] = await db.insert(projects).values({ clientId, title: 'P' }).returning()
  return { clientId, projectId: project?.id ?? '' }
}

/** Uploads to a server that crashes during the upload. Resolves after its exit. */
async function uploadUntilKilled(
  environment: Record<string, string>,
  point: CrashPoint,
  project: ProjectRef,
): Promise<void> {
  const args = ['--import', drizzleImports, program, JSON.stringify(environment), point]
  const server = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = (await once(server.stdout, 'data')) as [Buffer]
  const address = String(line).trim()
  const origin = 'http://localhost:3000'
  const login = await fetch(`${address}/api/auth/login`, {
    method: 'POST',
    headers: { origin, 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password: ownerPassword }),
  })
  const cookie = login.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  const { headers, payload } = multipart('a.pdf', Buffer.concat([pdf, Buffer.alloc(500_000, 32)]))
  const url = `${address}/api/admin/clients/${project.clientId}/projects/${project.projectId}/documents/upload`
  const ended = once(server, 'exit')
  await expect(
    fetch(url, {
      method: 'POST',
      headers: { ...headers, origin, cookie },
      body: new Uint8Array(payload),
    }),
  ).rejects.toThrow()
  expect(await ended).toEqual([null, 'SIGKILL'])
}

const points: [CrashPoint, rows: number, files: RegExp][] = [
  ['written', 0, /^[0-9a-f]{32}\.part$/],
  ['kept', 0, /^[0-9a-f]{32}$/],
  ['committed', 1, /^[0-9a-f]{32}$/],
]

test.each(points)(
  'kill -9 when an upload is %s leaves no row without its file',
  async (point, rows, files) => {
    const dataDir = temporaryDirectory()
    const environment = { ...(await onTestServer()), DATA_DIR: dataDir }
    const database = await openDatabase({ dataDir, databaseUrl: environment.DATABASE_URL })
    onTestFinished(() => database.close())
    await uploadUntilKilled(environment, point, await addProject(database))
    const directory = join(dataDir, 'documents')
    expect(readdirSync(directory)).toEqual([expect.stringMatching(files)])
    const found = await database.db.select().from(projectDocuments)
    expect(found).toHaveLength(rows)
    for (const { storageKey, sha256 } of found) {
      const bytes = readFileSync(join(directory, storageKey))
      expect(createHash('sha256').update(bytes).digest()).toEqual(Buffer.from(sha256))
    }
  },
)
