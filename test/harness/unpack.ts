import { buffer } from 'node:stream/consumers'
import { type Entry, fromBuffer } from 'yauzl'

/** The files of a zip by path. */
export async function unpack(zip: Buffer): Promise<Map<string, Buffer>> {
  const found = new Map<string, Buffer>()
  await new Promise<void>((resolve, reject) => {
    fromBuffer(zip, { lazyEntries: true }, (error, file) => {
      if (error || !file) return reject(error)
      file.on('end', resolve)
      file.on('error', reject)
      file.on('entry', (entry: Entry) => {
        file.openReadStream(entry, async (failed, stream) => {
          if (failed || !stream) return reject(failed)
          found.set(entry.fileName, await buffer(stream))
          file.readEntry()
        })
      })
      file.readEntry()
    })
  })
  return found
}
