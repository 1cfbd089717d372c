import { canonical } from './canonical.ts'
import type { Signer } from './signer.server.ts'
import { signText } from './signing-keys.server.ts'

/** The signed size and root of the log. */
export type SignedHead = { head: string; signature: Buffer }

export function signHead(
  { log, keyId, privateKey, now }: Signer,
  size: number,
  root: Uint8Array,
): SignedHead {
  const hex = Buffer.from(root).toString('hex')
  const head = canonical({ type: 'receipt-head/1', log, size, root: hex, at: now(), keyId })
  return { head, signature: signText(head, privateKey) }
}
