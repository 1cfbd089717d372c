import { text } from 'node:stream/consumers'
import type { Role } from '../src/contract/endpoint.ts'
import { createUser, setPassword } from '../src/features/identity/users/accounts.server.ts'
import { type Arguments, operate } from './operate.ts'

export const create = ({ words: [username = '', role = 'agent'] }: Arguments) =>
  operate(async (db) => {
    await createUser(db, { username, role: role as Role, password: await readPassword() })
    return `User ${username} created with the role ${role}.`
  })

export const password = ({ words: [username = ''] }: Arguments) =>
  operate(async (db) => {
    await setPassword(db, { username, password: await readPassword() })
    return `Password of ${username} set; second factor off and all sessions ended.`
  })

/** Reads standard input without a final line break. */
async function readPassword(): Promise<string> {
  if (process.stdin.isTTY) process.stderr.write('Password (ends with Ctrl-D): ')
  return (await text(process.stdin)).replace(/\r?\n$/, '')
}
