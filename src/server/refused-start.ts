import { once } from 'node:events'
import { createServer } from 'node:net'

type SystemError = Error & {
  code?: string
  syscall?: string
  port?: number
  address?: string
  path?: string
}

/** One line with the remedy if the system refuses access to a file; undefined for other errors. */
export function remedyOf({ code, path }: SystemError): string | undefined {
  if (code === 'ENOSPC') return 'The disk is full. Make room, or move DATA_DIR.'
  return code === 'EROFS' ? readOnly(path ?? 'A directory') : undefined
}

/** The message for a read-only file system, which `ProtectSystem=strict` of a unit also causes. */
export function readOnly(path: string): string {
  return (
    `${path} is read-only here (EROFS). Under systemd name its directory in ReadWritePaths= of the unit, ` +
    'else mount it writable.'
  )
}

/**
 * Throws the failure of `listen`, with the setting to change where the system refuses the address.
 * @param prefix the common beginning of the settings' names.
 */
export function explainListen(error: SystemError, prefix: '' | 'METRICS_' = ''): never {
  const { code, port, address = 'the host' } = error
  const lines: Record<string, string> = {
    EADDRINUSE: `Port ${port} of ${address} is taken. Stop what listens there, or set ${prefix}PORT to another.`,
    EACCES: `Port ${port} is not open to this account. Set ${prefix}PORT to 1024 or more, with a proxy in front.`,
    EADDRNOTAVAIL: `${address} is no address of this machine. Correct ${prefix}HOST.`,
    ENOTFOUND: `${prefix}HOST is no name that is known here. Set it to an address of this machine.`,
  }
  const line = code === undefined ? undefined : lines[code]
  throw line === undefined ? error : new Error(line, { cause: error })
}

/**
 * Tests the port before anything is written.
 * @throws Error in the same cases as a later `listen`.
 */
export async function tryPort(port: number, host: string): Promise<void> {
  const server = createServer().listen(port, host)
  await once(server, 'listening').catch(explainListen)
  server.close()
  await once(server, 'close')
}
