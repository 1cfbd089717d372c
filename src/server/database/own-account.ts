import { lchownSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

export type Account = { uid: number; gid: number }

/**
 * PostgreSQL refuses to run as root: then it runs as the owner of `folder`, or as `nobody` when
 * root owns it. Undefined when the current account will do.
 */
export function accountFor(folder: string): Account | undefined {
  if (process.getuid?.() !== 0) return undefined
  const { uid, gid } = statSync(folder)
  return uid === 0 ? nobody() : { uid, gid }
}

function nobody(): Account {
  const overflow = 65_534
  try {
    const line = readFileSync('/etc/passwd', 'utf8').match(/^nobody:[^:]*:(\d+):(\d+):/m)
    const [uid, gid] = [Number(line?.[1]), Number(line?.[2])]
    if (uid > 0 && gid > 0) return { uid, gid }
  } catch {}
  return { uid: overflow, gid: overflow }
}

/**
 * Changes the owner of `path` and its contents; the top last, so that an interrupted run is
 * repeated.
 *
 * @throws Error of one line where root may not do that
 */
export function giveTo(account: Account, path: string): void {
  try {
    giveAll(account, path)
  } catch (error) {
    throw noOtherAccount(account, error)
  }
}

function giveAll(account: Account, path: string): void {
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    const inner = join(path, entry.name)
    if (entry.isDirectory()) giveAll(account, inner)
    else lchownSync(inner, account.uid, account.gid)
  }
  lchownSync(path, account.uid, account.gid)
}

/**
 * Adds the remedy where a container or user namespace has no other account; otherwise returns the
 * original error.
 */
export function noOtherAccount({ uid }: Account, error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (!['EPERM', 'EINVAL', 'EACCES'].includes(code)) return error
  return new Error(
    `PostgreSQL does not run as root, and user ${uid} cannot be used here (${code}). ` +
      'Run the server as an ordinary user, or set DATABASE_URL to a PostgreSQL server.',
  )
}
