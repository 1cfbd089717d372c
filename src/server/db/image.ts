import { createHash } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { checkout } from '../checkout.ts'
import { createDatabase, templates } from './data-directory.ts'
import { embeddedWorker } from './embedded.ts'
import { migrationsFolder } from './migrations-folder.ts'

const imageFolder = fileURLToPath(new URL('build/database', checkout))

/**
 * The directory of the prebuilt database that fits the present migrations and engine, or undefined.
 * Copying it creates 500 files; making a database from nothing took three seconds and 700 MB.
 */
export function findDatabaseImage(folder = imageFolder): string | undefined {
  const image = join(folder, databaseKey())
  return existsSync(image) ? image : undefined
}

/** Makes the prebuilt database unless it is there, and removes outdated ones. Returns its path. */
export async function buildDatabaseImage(folder = imageFolder): Promise<string> {
  const image = join(folder, databaseKey())
  if (existsSync(image)) return image
  mkdirSync(folder, { recursive: true })
  const temporary = mkdtempSync(join(folder, 'unfinished-'))
  try {
    await createDatabase(temporary)
    openToReaders(temporary)
    for (const outdated of readdirSync(folder)) {
      if (isOutdated(join(folder, outdated))) rmSync(join(folder, outdated), { recursive: true })
    }
    renameSync(temporary, image)
  } catch (error) {
    rmSync(temporary, { recursive: true, force: true })
    // Somebody else was faster with the same image.
    if (!existsSync(image)) throw error
  }
  return image
}

/** Whoever runs the server may copy it, also when somebody else has built it; nobody may change it. */
function openToReaders(directory: string): void {
  chmodSync(directory, 0o755)
  for (const entry of readdirSync(directory, { recursive: true, withFileTypes: true })) {
    chmodSync(join(entry.parentPath, entry.name), entry.isDirectory() ? 0o755 : 0o644)
  }
}

/** Younger ones may be in the making, or in the middle of being copied. */
function isOutdated(path: string): boolean {
  const minute = 60_000
  return Date.now() - statSync(path).mtimeMs > 10 * minute
}

/** Names the present combination of engine, its settings and migrations, in 16 letters and digits. */
export function databaseKey(): string {
  const require = createRequire(import.meta.url)
  const engine = join(dirname(require.resolve('@electric-sql/pglite')), '../package.json')
  const hash = createHash('sha256')
    .update(readFileSync(engine))
    .update(readFileSync(embeddedWorker))
    .update(templates.join())
  for (const file of globSync('**/*.{sql,json}', { cwd: migrationsFolder }).sort()) {
    hash.update(`${file}\0`).update(readFileSync(join(migrationsFolder, file)))
  }
  return hash.digest('hex').slice(0, 16)
}
