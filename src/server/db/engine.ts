import { placeDatabase, prepareDataDirectory, refuseHalfRestored } from './data-directory.ts'
import { type Embedded, openEmbedded } from './embedded.ts'
import { findDatabaseImage } from './image.ts'
import { acquireLock } from './lock.ts'

/** The embedded database, open but perhaps not yet migrated, and the hold on its data directory. */
export type Engine = {
  embedded: Embedded
  directory: string
  /** To be called when the database is closed. */
  release(): void
}

/**
 * Takes hold of the data directory and opens the database in it. Apart from `openDatabase` because
 * it needs little code: the program begins with it and loads the rest meanwhile.
 *
 * @param image  the prebuilt database for a first start; found by itself unless given
 * @throws Error of one line for the operator
 */
export async function startEngine(dataDir: string, image?: string): Promise<Engine> {
  prepareDataDirectory(dataDir)
  refuseHalfRestored(dataDir)
  const lock = acquireLock(dataDir)
  try {
    const directory = await placeDatabase(dataDir, () => image ?? findDatabaseImage())
    return { embedded: await openEmbedded(directory), directory, release: lock.release }
  } catch (error) {
    lock.release()
    throw error
  }
}
