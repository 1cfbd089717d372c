import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { join } from 'node:path'
import { migratePostgres } from './migrations.ts'
import { accountFor, giveTo } from './own-account.ts'
import { createCluster } from './own-cluster.ts'
import { imageFolder, imageKey } from './own-image-key.ts'
import { findPrograms } from './own-programs.ts'
import { startServerIn } from './own-server.ts'
import { connectPostgres } from './postgres.ts'

export async function buildClusterImage(folder = imageFolder): Promise<string> {
  const image = join(folder, imageKey())
  if (existsSync(image)) return image
  mkdirSync(folder, { recursive: true })
  const temporary = mkdtempSync(join(folder, 'unfinished-'))
  try {
    const cluster = join(temporary, 'cluster')
    await createMigrated(cluster)
    openToReaders(cluster)
    for (const outdated of readdirSync(folder)) {
      if (isOutdated(join(folder, outdated))) rmSync(join(folder, outdated), { recursive: true })
    }
    renameSync(cluster, image)
  } catch (error) {
    // Another process created the same image first.
    if (!existsSync(image)) throw error
  } finally {
    rmSync(temporary, { recursive: true, force: true })
  }
  return image
}

async function createMigrated(directory: string): Promise<void> {
  const account = accountFor(join(directory, '..'))
  const place = { programs: findPrograms(account), directory, account }
  createCluster(place)
  const server = await startServerIn(directory, { isThrownAway: true })
  try {
    const client = await connectPostgres(server.url)
    await migratePostgres(client)
    await client.query('ALTER ROLE CURRENT_USER PASSWORD NULL')
    await client.end()
  } finally {
    await server.stop()
  }
}

/** Any account may run the server and so copy the image; only its builder may change it. */
function openToReaders(directory: string): void {
  const [uid, gid] = [process.getuid?.(), process.getgid?.()]
  if (uid !== undefined && gid !== undefined) giveTo({ uid, gid }, directory)
  chmodSync(directory, 0o755)
  for (const entry of readdirSync(directory, { recursive: true, withFileTypes: true })) {
    chmodSync(join(entry.parentPath, entry.name), entry.isDirectory() ? 0o755 : 0o644)
  }
}

/** Younger images may still be in use by a build or a copy. */
function isOutdated(path: string): boolean {
  const minute = 60_000
  return Date.now() - statSync(path).mtimeMs > 10 * minute
}
