import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { expect, test } from 'vitest'
import { temporaryDirectory } from '#test/harness/temporary-directory.ts'
import type { Storage } from './storage.ts'
import { diskStorage } from './storage-disk.ts'
import { s3Storage } from './storage-s3.ts'
import { openUploadStaging, storageFailure } from './upload-staging.ts'

const key = '0'.repeat(32)

async function storeBytes(storage: Storage, bytes: Buffer, named?: string): Promise<string> {
  const received = await storage.receive(bytes.length, named)
  try {
    await pipeline(Readable.from([bytes]), received.sink)
    await received.commit(received.sha256())
    return received.key
  } finally {
    await received.discard()
  }
}

test('a file is kept for the product alone, whole and in parts to be read', async () => {
  const directory = temporaryDirectory()
  const storage = diskStorage(directory)
  const bytes = Buffer.from('abcdefgh'.repeat(400_000))
  const stored = await storeBytes(storage, bytes)
  expect(stored).toMatch(/^[0-9a-f]{32}$/)
  expect(readdirSync(directory)).toEqual([stored])
  expect(statSync(join(directory, stored)).mode & 0o777).toBe(0o600)
  expect((await buffer(await storage.read(stored))).equals(bytes)).toBe(true)
  expect(String(await buffer(await storage.read(stored, { start: 8, end: 10 })))).toBe('abc')
  await storage.remove(stored)
  await storage.remove(stored)
  await expect(storage.read(stored)).rejects.toMatchObject({ code: 'unavailable' })
})

test('nothing is written through a link or over what is there already', async () => {
  const directory = temporaryDirectory()
  const outside = join(temporaryDirectory(), 'outside')
  writeFileSync(outside, 'untouched')
  const storage = diskStorage(directory)
  symlinkSync(outside, join(directory, `${key}.part`))
  await expect(storage.receive(1, key)).rejects.toMatchObject({ code: 'unavailable' })
  const other = '1'.repeat(32)
  symlinkSync(outside, join(directory, other))
  await expect(storeBytes(storage, Buffer.from('new'), other)).rejects.toMatchObject({
    code: 'unavailable',
  })
  await expect(storage.read(other)).rejects.toMatchObject({ code: 'unavailable' })
  const third = '2'.repeat(32)
  writeFileSync(join(directory, third), 'first')
  await expect(storeBytes(storage, Buffer.from('new'), third)).rejects.toMatchObject({
    code: 'unavailable',
  })
  expect(readFileSync(outside, 'utf8')).toBe('untouched')
  expect(readFileSync(join(directory, third), 'utf8')).toBe('first')
  expect(readdirSync(directory).filter((name) => name.endsWith('.part'))).toEqual([`${key}.part`])
})

test('uploads that would fill the disk are refused', async () => {
  const directory = temporaryDirectory()
  const nearlyFull = async () => 200 * 1024 * 1024 + 999
  await expect(openUploadStaging(directory, 1000, key, nearlyFull)).rejects.toMatchObject({
    code: 'storage_full',
    status: 507,
  })
  const fits = await openUploadStaging(directory, 999, key, nearlyFull)
  await fits.discard()
  expect(readdirSync(directory)).toEqual([])
})

/** A disk of 1 MB. Creating it requires root. */
function tinyDisk(): { directory: string; [Symbol.dispose](): void } | undefined {
  const directory = join(temporaryDirectory(), 'tiny')
  mkdirSync(directory)
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', directory], { stdio: 'ignore' })
  } catch {
    return undefined
  }
  return { directory, [Symbol.dispose]: () => void execFileSync('umount', [directory]) }
}

test('a disk that fills up during an upload is reported as full, and the partial file is removed', async (context) => {
  using disk = tinyDisk()
  if (!disk) return context.skip('mounting is not allowed here')
  const plenty = async () => Number.MAX_SAFE_INTEGER
  const spooled = await openUploadStaging(disk.directory, 1, key, plenty)
  const tooMuch = Readable.from(Array.from({ length: 30 }, () => Buffer.alloc(100_000)))
  await expect(pipeline(tooMuch, spooled.sink)).rejects.toMatchObject({ code: 'storage_full' })
  await spooled.discard()
  expect(readdirSync(disk.directory)).toEqual([])
})

test('system errors of storage become sentences', () => {
  const full = Object.assign(new Error('write'), { code: 'ENOSPC' })
  expect(storageFailure(full)).toMatchObject({ status: 507 })
  for (const code of ['EIO', 'EROFS', 'EACCES', 'ENOENT']) {
    const failure = storageFailure(Object.assign(new Error('secret path'), { code }))
    expect([code, failure.status, failure.message.includes('secret')]).toEqual([code, 503, false])
  }
})

async function openServer(listener: RequestListener) {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('no port')
  return {
    endpoint: `http://127.0.0.1:${address.port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

const troubles: [string, RequestListener][] = [
  [
    'answers 500',
    (request, answer) => void request.resume().on('end', () => answer.writeHead(500).end()),
  ],
  [
    'answers 403',
    (request, answer) => void request.resume().on('end', () => answer.writeHead(403).end()),
  ],
  ['hangs up half way', (request) => void request.once('data', () => request.destroy())],
  [
    'keeps less than it was given',
    (request, answer) => {
      request
        .resume()
        .on('end', () =>
          answer.writeHead(200, { 'content-length': request.method === 'HEAD' ? 7 : 0 }).end(),
        )
    },
  ],
]

test.each(troubles)(
  'a bucket that %s stores nothing, and the upload fails',
  async (_, listener) => {
    await using server = await openServer(listener)
    const directory = temporaryDirectory()
    const storage = s3Storage(
      {
        bucket: 'b',
        region: 'us-east-1',
        endpoint: server.endpoint,
        accessKeyId: 'a',
        secretAccessKey: 's',
      },
      directory,
    )
    await expect(storeBytes(storage, Buffer.alloc(300_000, 1))).rejects.toMatchObject({
      code: 'unavailable',
    })
    expect(readdirSync(directory)).toEqual([])
    expect(existsSync(directory)).toBe(true)
  },
)
