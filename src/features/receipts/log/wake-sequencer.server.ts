import type { Encryption } from '#server/security/encryption.ts'
import type { Dependencies } from '#server/service/context.ts'

type Of = Pick<Dependencies, 'encryption'>

const wakers = new WeakMap<Encryption, () => void>()
const asleep = () => {}

/** A function to call after the commit of a receipt. */
export function wakeSequencer({ encryption }: Of): () => void {
  return wakers.get(encryption) ?? asleep
}

export function onReceipt({ encryption }: Of, wake: () => void): void {
  wakers.set(encryption, wake)
}
