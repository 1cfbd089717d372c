import { chmodSync, lchownSync, lstatSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { errorCode } from '../error-code.ts'

export type SystemUser = { uid: number; gid: number }

/**
 * The account that PostgreSQL runs as, because it refuses to run as root. Undefined when the
 * current account is suitable.
 */
export function systemUserFor(folder: string): SystemUser | undefined {
  if (process.getuid?.() !== 0) return undefined
  const { uid, gid } = statSync(folder)
  return uid === 0 ? nobody() : { uid, gid }
}

function nobody(): SystemUser {
  const overflow = 65_534
  try {
    const line = readFileSync('/etc/passwd', 'utf8').match(/^nobody:[^:]*:(\d+):(\d+):/m)
    const [uid, gid] = [Number(line?.[1]), Number(line?.[2])]
    if (uid > 0 && gid > 0) return { uid, gid }
  } catch {}
  return { uid: overflow, gid: overflow }
}

/** The name to show, or the number of an account without a name. */
export function nameOfSystemUser(uid = process.getuid?.() ?? 0): string {
  try {
    const line = new RegExp(`^([^:]+):[^:]*:${uid}:`, 'm').exec(readFileSync('/etc/passwd', 'utf8'))
    if (line?.[1]) return line[1]
  } catch {}
  return `user ${uid}`
}

/** Lists the contents of a folder before the folder itself. */
function treeOf(folder: string): string[] {
  const found = readdirSync(folder, { recursive: true, withFileTypes: true })
  return [folder, ...found.map(({ parentPath, name }) => join(parentPath, name))].reverse()
}

/**
 * Changes the folder last, so that an interrupted run is repeated.
 * @throws Error of one line
 */
export function giveTo(systemUser: SystemUser, folder: string): void {
  try {
    for (const path of treeOf(folder)) lchownSync(path, systemUser.uid, systemUser.gid)
  } catch (error) {
    throw noOtherAccount(systemUser, error)
  }
}

/** Files without the owner's x bit get no x bit at all. */
export function setModes(folder: string, mode: number): void {
  for (const path of treeOf(folder)) {
    const found = lstatSync(path)
    if (found.isSymbolicLink()) continue
    chmodSync(path, found.mode & 0o100 ? mode : mode & 0o666)
  }
}

/** Adds the remedy for a container or user namespace that has no other account. */
export function noOtherAccount({ uid }: SystemUser, error: unknown): unknown {
  const code = errorCode(error)
  if (!['EPERM', 'EINVAL', 'EACCES'].includes(code)) return error
  return new Error(
    `PostgreSQL does not run as root, and ${nameOfSystemUser(uid)} cannot be used here (${code}). ` +
      'Run the server as an ordinary user, or set DATABASE_URL to a PostgreSQL server.',
  )
}
