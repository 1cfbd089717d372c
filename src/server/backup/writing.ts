import { createReadStream } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import type { Lines } from './rows.ts'

/** Makes a new file of mode 600 and brings it to disk before it resolves. */
async function writeNew(path: string, write: (file: FileHandle) => Promise<void>): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    await write(file)
    await file.sync()
  } finally {
    await file.close()
  }
}

export async function writeSynced(
  path: string,
  chunks: AsyncIterable<Uint8Array> | Iterable<string | Uint8Array>,
): Promise<void> {
  await writeNew(path, (file) => file.writeFile(chunks))
}

async function* joined(lines: Lines): AsyncIterable<string> {
  for await (const batch of lines) yield `${batch.join('\n')}\n`
}

/** Writes lines packed with gzip. */
export async function writeLines(path: string, lines: Lines): Promise<void> {
  await writeNew(path, (file) =>
    pipeline(Readable.from(joined(lines)), createGzip({ level: 1 }), (packed) =>
      file.writeFile(packed),
    ),
  )
}

/** Lines of a file that `writeLines` made, in batches. A truncated or damaged file throws. */
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
  if (rest) throw new Error('The last line is not whole.')
}
