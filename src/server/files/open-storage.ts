import { join } from 'node:path'
import type { Config } from '../config.ts'
import { prepareDirectoryIn } from '../own-postgres/data-directory.ts'
import type { Storage } from './storage.ts'
import { diskStorage } from './storage-disk.ts'

export function documentsDirectory(config: Config): string {
  return join(config.dataDir, 'documents')
}

export async function openStorage(config: Config): Promise<Storage> {
  const directory = documentsDirectory(config)
  prepareDirectoryIn(config.dataDir, directory)
  if (!config.s3) return diskStorage(directory)
  const { s3Storage } = await import('./storage-s3.ts')
  return s3Storage(config.s3, directory)
}
