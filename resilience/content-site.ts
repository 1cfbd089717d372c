import { rmSync } from 'node:fs'
import { newDatabaseOn } from '../test/database.ts'
import type { PostgresServer } from '../test/postgres-server.ts'
import { freePort, newDataDirectory, type RunningProduct, startProduct } from '../test/product.ts'
import { environmentOf } from './fault-writers.ts'
import type { Target } from './mail-ledger.ts'
import type { Staff } from './mail-staff.ts'

/** Instances on one database, or one with the own PostgreSQL; each can be killed and started again. */
export async function startSite(
  count: number,
  postgres: PostgresServer | undefined,
  extra: Record<string, string> = {},
) {
  const databaseUrl = postgres && (await newDatabaseOn(postgres))
  const environment = environmentOf({
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
    ...extra,
  })
  const places = await Promise.all(
    Array.from({ length: count }, async () => ({
      dataDir: newDataDirectory(),
      port: await freePort(),
    })),
  )
  const start = (n: number) => startProduct({ ...places[n], environment })
  const running: RunningProduct[] = []
  for (let n = 0; n < count; n++) running.push(await start(n))
  const target: Target = { dataDir: places[0]?.dataDir ?? '', databaseUrl }
  return {
    ...{ target, running },
    urls: running.map(({ url }) => url),
    kill: (n: number) => running[n]?.stop('SIGKILL'),
    async restart(n: number) {
      running[n] = await start(n)
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(running.map((one) => one.stop('SIGKILL')))
      for (const { dataDir } of places) rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

export type Site = Awaited<ReturnType<typeof startSite>>

type Document = Record<string, Record<string, unknown>>

export type Shown = {
  version: number
  document: Document
  draft: Record<string, { value: Record<string, unknown> | null; revision: number }>
}

export async function show(staff: Staff): Promise<Shown> {
  const { status, body } = await staff.call<Shown>('/api/admin/site')
  if (status !== 200) throw new Error(`the settings were answered ${status}`)
  return body
}

/** Saves a tagline over the present draft. @returns the new revision. */
export async function saveTagline(staff: Staff, tagline: string): Promise<number> {
  const { document, draft } = await show(staff)
  const value = { ...document.firm, tagline }
  const { status, body } = await staff.call<{ revision: number }>(
    '/api/admin/site/draft/firm',
    { revision: draft.firm?.revision, value },
    { method: 'PUT' },
  )
  if (status !== 200) throw new Error(`a save was answered ${status}`)
  return body.revision
}

export const publishFirm = (staff: Staff, expectedVersion: number, revision: number) =>
  staff.call<{ version: number }>('/api/admin/site/publish', {
    ...{ expectedVersion, sections: [{ section: 'firm', revision }], note: '' },
  })

/** The tagline that visitors see; undefined without an answer. */
export async function taglineAt(url: string): Promise<string | undefined> {
  try {
    const text = await (await fetch(url)).text()
    return /<title>[^<]*?(Tagline \d+)[^<]*<\/title>/.exec(text)?.[1]
  } catch {
    return undefined
  }
}
