import { constants } from 'node:fs'
import { access, lstat, open, opendir, rename, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import type { Storage } from './storage.ts'
import { freeBytes, minimumFreeBytes, openUploadStaging, storageFailure } from './upload-staging.ts'

/** Makes names in a directory survive a power cut. */
export async function syncDirectory(directory: string): Promise<void> {
  const handle = await open(directory, constants.O_RDONLY | constants.O_DIRECTORY)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function openToRead(path: string) {
  try {
    return await open(path, constants.O_RDONLY | constants.O_NOFOLLOW)
  } catch (error) {
    throw storageFailure(error)
  }
}

/** Documents as files of one directory, which must exist and belong to the product alone. */
export function diskStorage(directory: string): Storage {
  return {
    async receive(expectedBytes, key) {
      const spooled = await openUploadStaging(directory, expectedBytes, key)
      return {
        ...spooled,
        async keep() {
          try {
            await spooled.file.sync()
            const path = join(directory, spooled.key)
            // Claims the name, so that the rename never replaces what another has put there.
            await (await open(path, 'wx', 0o600)).close()
            await rename(spooled.path, path)
            await syncDirectory(directory)
            await spooled.file.close()
          } catch (error) {
            throw storageFailure(error)
          }
        },
      }
    },

    async read(key, range) {
      const file = await openToRead(join(directory, key))
      // Read ahead for each reader, also for one who takes nothing: 500 of those held 1.2 GB with 256 KB.
      return file.createReadStream({ highWaterMark: 64 * 1024, ...range })
    },

    async remove(key) {
      await unlink(join(directory, key)).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') throw storageFailure(error)
      })
    },

    async *olderThan(moment) {
      for await (const entry of await opendir(directory)) {
        if (!entry.isFile()) continue
        const found = await lstat(join(directory, entry.name)).catch(() => undefined)
        if (found && found.mtime < moment) yield entry.name
      }
    },

    health: {
      name: 'storage',
      async answers() {
        await access(directory, constants.W_OK)
        if ((await freeBytes(directory)) < minimumFreeBytes) throw new Error('disk nearly full')
      },
    },
  }
}
