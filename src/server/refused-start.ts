import { once } from 'node:events'
import { createServer } from 'node:net'

type SystemError = Error & { code?: string; syscall?: string; port?: number; address?: string }

/** One line with the remedy where the system refuses a start, else undefined. */
export function remedyOf(error: SystemError): string | undefined {
  const { code, syscall, port, address } = error
  if (code === 'ENOSPC') return 'The disk is full. Make room, or move DATA_DIR.'
  if (syscall !== 'listen') return undefined
  if (code === 'EADDRINUSE') {
    return `Port ${port} of ${address} is taken. Stop what listens there, or set another port.`
  }
  if (code === 'EACCES') {
    return `Port ${port} is not open to this user. Set one from 1024 on, with a proxy in front.`
  }
  return code === 'EADDRNOTAVAIL'
    ? `${address} is no address of this machine. Correct HOST.`
    : undefined
}

/** @throws as a later `listen` would, before anything is written. */
export async function tryPort(port: number, host: string): Promise<void> {
  const server = createServer().listen(port, host)
  await once(server, 'listening')
  server.close()
  await once(server, 'close')
}
