import { createReadStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { GetObjectCommand, paginateListObjectsV2, S3Client } from '@aws-sdk/client-s3'
import { Disk } from 'flydrive'
import { S3Driver } from 'flydrive/drivers/s3'
import type { Config } from '../config.ts'
import type { Storage } from './storage.ts'
import { diskStorage } from './storage-disk.ts'
import { openUploadStaging, partSuffix, storageFailure } from './upload-staging.ts'

const prefix = 'documents/'

type S3 = NonNullable<Config['s3']>

const silent = { trace() {}, debug() {}, info() {}, warn() {}, error() {} }

function connect({ endpoint, region, accessKeyId, secretAccessKey }: S3): S3Client {
  return new S3Client({
    region,
    logger: silent,
    ...(endpoint && { endpoint, forcePathStyle: true }),
    ...(accessKeyId && secretAccessKey && { credentials: { accessKeyId, secretAccessKey } }),
    // The SDK's default checksums made one S3 server store wrong bytes without an error.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 2,
    requestHandler: {
      connectionTimeout: 3_000,
      requestTimeout: 30_000,
      throwOnRequestTimeout: true,
    },
  })
}

/** Stages uploads on the local disk, because a bucket needs to know the length in advance. */
export function s3Storage(s3: S3, stagingDirectory: string): Storage {
  const client = connect(s3)
  const { bucket } = s3
  const disk = new Disk(new S3Driver({ client, bucket, visibility: 'private', supportsACL: false }))

  const objectKey = (key: string) => prefix + key
  const staging = diskStorage(stagingDirectory)

  return {
    async receive(expectedBytes, givenKey) {
      const staged = await openUploadStaging(stagingDirectory, expectedBytes, givenKey)
      return {
        ...staged,
        async commit(sha256) {
          try {
            const contentLength = staged.size()
            const bytes = createReadStream(staged.path, { highWaterMark: 1024 * 1024 })
            const options = {
              contentLength,
              contentType: 'application/octet-stream',
              ChecksumSHA256: Buffer.from(sha256).toString('base64'),
            }
            await disk.putStream(objectKey(staged.key), bytes, options)
            const { contentLength: stored } = await disk.getMetaData(objectKey(staged.key))
            if (stored !== contentLength) throw new Error('The bucket holds another length.')
          } catch (error) {
            throw storageFailure(error)
          }
          await staged.discard()
        },
      }
    },

    async read(key, range) {
      try {
        const { Body } = await client.send(
          new GetObjectCommand({
            Bucket: bucket,
            Key: objectKey(key),
            ...(range && { Range: `bytes=${range.start}-${range.end}` }),
          }),
        )
        return Body as Readable
      } catch (error) {
        throw storageFailure(error)
      }
    },

    async remove(key) {
      if (key.endsWith(partSuffix)) return staging.remove(key)
      await disk.delete(objectKey(key)).catch((error: unknown) => {
        throw storageFailure(error)
      })
    },

    async *olderThan(moment) {
      yield* staging.olderThan(moment)
      const pages = paginateListObjectsV2({ client }, { Bucket: bucket, Prefix: prefix })
      for await (const { Contents = [] } of pages) {
        for (const { Key, LastModified } of Contents) {
          if (Key && LastModified && LastModified < moment) yield Key.slice(prefix.length)
        }
      }
    },

    health: {
      name: 'storage',
      async answers() {
        await disk.exists('health-check')
      },
    },
  }
}
