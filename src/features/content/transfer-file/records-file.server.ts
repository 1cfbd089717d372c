import { open } from 'node:fs/promises'
import { deserialize, serialize } from 'node:v8'

const headBytes = 4

/** Minimum number of bytes to read at a time. */
const pieceBytes = 256 * 1024

/** A record consists of the length of the serialized value and the value itself. */
export function recordOf(value: unknown): Buffer {
  const bytes = serialize(value)
  const head = Buffer.alloc(headBytes)
  head.writeUInt32BE(bytes.length)
  return Buffer.concat([head, bytes])
}

/** Yields the values of a file of records in order, one at a time. `bytes` is the size of each. */
export async function* readRecords<T>(
  path: string,
): AsyncGenerator<{ value: T; bytes: number }, undefined> {
  await using file = await open(path)
  let rest = Buffer.alloc(0)
  const take = async (length: number): Promise<Buffer | undefined> => {
    if (rest.length < length) {
      const more = Buffer.allocUnsafeSlow(Math.max(length - rest.length, pieceBytes))
      const { bytesRead } = await file.read(more, 0, more.length, null)
      rest = Buffer.concat([rest, more.subarray(0, bytesRead)])
    }
    if (rest.length < length) return undefined
    const taken = rest.subarray(0, length)
    rest = rest.subarray(length)
    return taken
  }
  for (let head = await take(headBytes); head; head = await take(headBytes)) {
    const record = await take(head.readUInt32BE())
    if (!record) throw new Error('a file of records breaks off')
    yield { value: deserialize(record) as T, bytes: record.length }
  }
  return undefined
}
