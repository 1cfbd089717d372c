import { createHash } from 'node:crypto'
import type { Database, Transaction } from '../database/open.ts'
import { requestTokens } from '../database/schema.ts'
import type { Dependencies } from '../service/context.ts'

const tokenForm = /^[\w-]{43}$/

/** @returns SHA-256 of the token, the key of `request_tokens`; undefined when it is no token. */
export function hashOfToken(token: string): Buffer | undefined {
  return tokenForm.test(token) ? createHash('sha256').update(token).digest() : undefined
}

type Keys = Pick<Dependencies, 'config' | 'encryption'>

/**
 * The address of a lead's status page, which is the same on every call, and the row that registers
 * it.
 */
export function requestLink({ config, encryption }: Keys, inquiryId: string) {
  const token = encryption.derive(`request ${inquiryId}`)
  const tokenHash = createHash('sha256').update(token).digest()
  return { url: `${config.publicUrl}/requests/${token}`, row: { tokenHash, inquiryId } }
}

/** Returns the address of `requestLink` and stores the hash of its token, but not the token. */
export async function requestUrl(
  deps: Keys,
  tx: Database | Transaction,
  inquiryId: string,
): Promise<string> {
  const { url, row } = requestLink(deps, inquiryId)
  await tx.insert(requestTokens).values(row).onConflictDoNothing()
  return url
}

/** Removes the token from an address that leads to a page for one person. */
export function withoutToken(address: string): string {
  return address.replace(
    /(\/(?:requests|preview|meetings|join|book\/holds)\/)[^/?#\s]+/gi,
    '$1:token',
  )
}
