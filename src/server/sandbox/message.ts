/** A message to a process, or its answer: JSON, then files. */
export type Message<T = unknown> = { value: T; files: readonly Uint8Array[] }

type Head = { value: unknown; sizes: readonly number[] }

/** Not V8's own format, because a process that ran foreign code could harm its reader with that. */
export function writeMessage({ value, files }: Message): Buffer {
  const head: Head = { value, sizes: files.map(({ length }) => length) }
  const json = Buffer.from(JSON.stringify(head))
  const size = Buffer.alloc(4)
  size.writeUInt32BE(json.length)
  return Buffer.concat([size, json, ...files])
}

/** @throws Error if the message is incomplete or was not written by `writeMessage`. */
export function readMessage(bytes: Buffer): Message {
  let at = 4 + bytes.readUInt32BE()
  const { value, sizes } = JSON.parse(bytes.toString('utf8', 4, at)) as Head
  const files = sizes.map((size) => {
    const from = at
    at += size
    return bytes.subarray(from, at)
  })
  if (at !== bytes.length) throw new Error('The message is incomplete.')
  return { value, files }
}
