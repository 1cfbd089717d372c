import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { Role } from '#contract/endpoint.ts'
import { createUser, setPassword } from '#features/identity/users/create-user.server.ts'
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

/**
 * Reads the password twice on a terminal, otherwise from standard input without the last line
 * break.
 */
async function readPassword(): Promise<string> {
  if (!process.stdin.isTTY) return (await text(process.stdin)).replace(/\r?\n$/, '')
  const password = await askUnseen('Password: ')
  if ((await askUnseen('The same again: ')) === password) return password
  throw new Error('The two passwords differ; nothing was changed.')
}

async function askUnseen(question: string): Promise<string> {
  process.stderr.write(question)
  const unseen = new Writable({ write: (_chunk, _encoding, done) => done() })
  const terminal = createInterface({ input: process.stdin, output: unseen, terminal: true })
  const stop = new AbortController()
  terminal.once('SIGINT', () => stop.abort(new Error('Stopped; nothing was changed.')))
  try {
    return await terminal.question('', { signal: stop.signal })
  } catch (error) {
    throw stop.signal.aborted ? stop.signal.reason : error
  } finally {
    terminal.close()
    process.stderr.write('\n')
  }
}
