import { createHash } from 'node:crypto'
import type { Database, Transaction } from '../database/open.ts'
import { requestTokens } from '../database/schema.ts'
import type { Dependencies } from '../service/context.ts'

const tokenForm = /^[\w-]{43}$/

/** @returns SHA-256, the key of `request_tokens`; undefined when it is no token. */
export function hashOfToken(token: string): Buffer | undefined {
  return tokenForm.test(token) ? createHash('sha256').update(token).digest() : undefined
}

type Keys = Pick<Dependencies, 'config' | 'encryption'>

/** Address of a lead's status page, the same on every call, and the row that makes it known. */
export function requestLink({ config, encryption }: Keys, inquiryId: string) {
  const token = encryption.derive(`request ${inquiryId}`)
  const tokenHash = createHash('sha256').update(token).digest()
  return { url: `${config.publicUrl}/requests/${token}`, row: { tokenHash, inquiryId } }
}

/** See `requestLink`; stores the hash of its token when that is new. The token is stored nowhere. */
export async function requestUrl(
  deps: Keys,
  tx: Database | Transaction,
  inquiryId: string,
): Promise<string> {
  const { url, row } = requestLink(deps, inquiryId)
  await tx.insert(requestTokens).values(row).onConflictDoNothing()
  return url
}

/** An address whose token, if it is that of a page for one person, is left out. */
export function withoutToken(address: string): string {
  return address.replace(
    /(\/(?:requests|preview|meetings|join|book\/holds)\/)[^/?#\s]+/gi,
    '$1:token',
  )
}
