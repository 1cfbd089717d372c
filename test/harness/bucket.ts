import { mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { scratchRoot } from './scratch-root.ts'

type S3rver = {
  run(): Promise<{ port: number }>
  close(): Promise<void>
}
const Server = createRequire(import.meta.url)('@20minutes/s3rver') as new (
  options: object,
) => S3rver

/**
 * Starts an S3 server with one empty bucket.
 * @returns it with the environment that configures it.
 */
export async function openBucket(): Promise<
  AsyncDisposable & { directory: string; environment: Record<string, string> }
> {
  const directory = mkdtempSync(join(scratchRoot, 'counterfoil-bucket-'))
  const server = new Server({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    // The server signs listings in its own way; signatures are not under test.
    allowMismatchedSignatures: true,
    directory,
    configureBuckets: [{ name: 'files' }],
  })
  const { port } = await server.run()
  return {
    directory,
    environment: {
      S3_BUCKET: 'files',
      S3_ENDPOINT: `http://127.0.0.1:${port}`,
      S3_ACCESS_KEY_ID: 'S3RVER',
      S3_SECRET_ACCESS_KEY: 'S3RVER',
    },
    async [Symbol.asyncDispose]() {
      await server.close()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}
