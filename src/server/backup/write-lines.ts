import { createReadStream } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import type { Lines } from './rows.ts'

/** The file has mode 600 and is synced to disk before the promise resolves. */
export async function writeSynced(
  path: string,
  chunks: AsyncIterable<Uint8Array> | Iterable<string | Uint8Array>,
): Promise<void> {
  await writeFile(path, chunks, { flag: 'wx', mode: 0o600, flush: true })
}

async function* joined(lines: Lines): AsyncIterable<string> {
  for await (const batch of lines) yield `${batch.join('\n')}\n`
}

export async function writeLines(path: string, lines: Lines): Promise<void> {
  await pipeline(Readable.from(joined(lines)), createGzip({ level: 1 }), (packed) =>
    writeSynced(path, packed),
  )
}

/** @throws Error when the file is truncated or damaged. */
export async function* readLines(path: string): Lines {
  const unpacked = createGunzip({ chunkSize: 256 * 1024 }).setEncoding('utf8')
  const packed = createReadStream(path)
  packed.on('error', (error) => unpacked.destroy(error)).pipe(unpacked)
  let rest = ''
  for await (const text of unpacked) {
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    if (lines.length > 0) yield lines
  }
  if (rest) throw new Error('The last line is incomplete.')
}
