import fs from 'node:fs'
import { join } from 'node:path'
import { createCluster, imageFolder, imageKey } from '../own-postgres/cluster.ts'
import { findPrograms } from '../own-postgres/programs.ts'
import { startServerIn } from '../own-postgres/server.ts'
import { giveTo, setModes, systemUserFor } from '../own-postgres/system-user.ts'
import { migratePostgres } from './migrations.ts'
import { connectPostgres } from './postgres.ts'

/** A younger image may still be in use. */
const outdatedMs = 10 * 60_000

export async function buildClusterImage(folder = imageFolder): Promise<string> {
  const image = join(folder, imageKey())
  if (fs.existsSync(image)) return image
  fs.mkdirSync(folder, { recursive: true })
  const temporary = fs.mkdtempSync(join(folder, 'unfinished-'))
  try {
    const cluster = join(temporary, 'cluster')
    await createMigrated(cluster)
    // Any account may copy the image; only its builder may change it.
    const [uid, gid] = [process.getuid?.(), process.getgid?.()]
    if (uid !== undefined && gid !== undefined) giveTo({ uid, gid }, cluster)
    setModes(cluster, 0o755)
    for (const name of fs.readdirSync(folder)) {
      const outdated = join(folder, name)
      if (Date.now() - fs.statSync(outdated).mtimeMs > outdatedMs)
        fs.rmSync(outdated, { recursive: true })
    }
    fs.renameSync(cluster, image)
  } catch (error) {
    if (!fs.existsSync(image)) throw error
  } finally {
    fs.rmSync(temporary, { recursive: true, force: true })
  }
  return image
}

async function createMigrated(directory: string): Promise<void> {
  const systemUser = systemUserFor(join(directory, '..'))
  createCluster({ programs: findPrograms(systemUser), directory, systemUser })
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
