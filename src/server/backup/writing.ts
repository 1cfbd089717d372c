import { createReadStream } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import type { Lines } from './rows.ts'

/** Creates a file with mode 600 and syncs it to disk before resolving. */
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

export async function writeLines(path: string, lines: Lines): Promise<void> {
  await writeNew(path, (file) =>
    pipeline(Readable.from(joined(lines)), createGzip({ level: 1 }), (packed) =>
      file.writeFile(packed),
    ),
  )
}

/** Reads a file of `writeLines` in batches. Throws when the file is truncated or damaged. */
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
