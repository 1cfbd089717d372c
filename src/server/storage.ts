import { access, constants, mkdir, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { Disk } from 'flydrive'
import type { Config } from './config.ts'
import type { Dependency } from './health.ts'

/** Below this many free bytes the product stops taking what it could not keep. */
const freeFloorBytes = 200 * 1024 * 1024

async function openS3(s3: NonNullable<Config['s3']>): Promise<Disk> {
  const { S3Driver } = await import('flydrive/drivers/s3')
  const { accessKeyId, secretAccessKey, endpoint } = s3
  return new Disk(
    new S3Driver({
      bucket: s3.bucket,
      region: s3.region,
      visibility: 'private',
      supportsACL: false,
      ...(endpoint && { endpoint, forcePathStyle: true }),
      ...(accessKeyId && secretAccessKey && { credentials: { accessKeyId, secretAccessKey } }),
      // The SDK's default checksums made one S3 server store wrong bytes without an error.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
    }),
  )
}

/**
 * Opens the place for documents: a bucket, or a directory of DATA_DIR.
 *
 * @returns `health` fails when the place cannot be reached, or its disk is nearly full.
 */
export async function openStorage(config: Config): Promise<{ disk: Disk; health: Dependency }> {
  if (config.s3) {
    const disk = await openS3(config.s3)
    return {
      disk,
      health: {
        name: 'storage',
        answers: async () => {
          await disk.exists('health-check')
        },
      },
    }
  }
  const directory = join(config.dataDir, 'documents')
  await mkdir(directory, { recursive: true, mode: 0o700 })
  const { FSDriver } = await import('flydrive/drivers/fs')
  return {
    disk: new Disk(new FSDriver({ location: directory, visibility: 'private' })),
    health: {
      name: 'storage',
      answers: async () => {
        await access(directory, constants.W_OK)
        const { bavail, bsize } = await statfs(directory)
        if (bavail * bsize < freeFloorBytes) throw new Error('disk nearly full')
      },
    },
  }
}
