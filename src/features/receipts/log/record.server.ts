import { createHash, randomBytes } from 'node:crypto'
import { cutText } from '#contract/cut-text.ts'
import { newId } from '#server/database/new-id.ts'
import { canonical } from './canonical.ts'
import {
  type ReceiptData,
  type ReceiptKind,
  receiptKinds,
  type SubjectType,
  staffRefs,
} from './kinds.ts'
import type { Signer } from './signer.server.ts'
import { signText } from './signing-keys.server.ts'

export type NewReceipt<K extends ReceiptKind = ReceiptKind> = {
  kind: K
  /** `ref` is a user's id or a visitor's address. The record contains its salted hash. */
  actor: { kind: 'user' | 'visitor'; ref: string } | { kind: 'automation' | 'system' }
  /** The record contains `id` in clear and `ref` as a salted hash. */
  subject: { type: SubjectType<K>; id?: string; ref?: string }
  /** The record contains a salted hash of each member whose name ends in `Ref`. */
  data: ReceiptData<K>
  /** The email address of the person that the refs are about, so that an erasure can find them. */
  person?: string | null | undefined
  clientId?: string | null | undefined
  /** Must consist of ids only. A second receipt with the same key is not stored. */
  uniqueKey?: string | undefined
}

type Disclosure = {
  name: string
  salt: Buffer
  value: string
  person: string | null
  clientId: string | null
}

export type SignedReceipt = {
  id: string
  record: string
  signature: Buffer
  disclosures: Disclosure[]
}

const maxBytes = 4_096
const maxValueLength = 2_000
const printable = /^[\x20-\x7e]+$/

const saltBytes = 32

function saltedHash(salt: Uint8Array, value: string): string {
  return createHash('sha256').update(salt).update(value).digest('hex')
}

/** @throws Error if the data does not match the kind of receipt, which is a programming error. */
export function signReceipt<K extends ReceiptKind>(
  signer: Signer,
  receipt: NewReceipt<K>,
): SignedReceipt {
  const { kind, actor, subject } = receipt
  const disclosures: Disclosure[] = []
  const refOf = (name: string, full: string, ofStaff: boolean, person = receipt.person) => {
    const salt = randomBytes(saltBytes)
    const value = cutText(full, maxValueLength)
    const owner = ofStaff ? null : (person?.toLowerCase() ?? null)
    const clientId = ofStaff ? null : (receipt.clientId ?? null)
    disclosures.push({ name, salt, value, person: owner, clientId })
    return saltedHash(salt, value)
  }
  const data = Object.fromEntries(
    Object.entries<unknown>(receipt.data).map(([name, value]) => [
      name,
      name.endsWith('Ref') ? refOf(`data.${name}`, String(value), staffRefs.has(name)) : value,
    ]),
  )
  const id = newId()
  const { log, keyId } = signer
  const record = canonical({
    type: 'receipt/1',
    id,
    log,
    kind,
    at: signer.now(),
    keyId,
    actor: {
      kind: actor.kind,
      ...('ref' in actor && {
        ref: refOf('actor.ref', actor.ref, actor.kind === 'user', actor.ref),
      }),
    },
    subject: {
      type: subject.type,
      ...(subject.id !== undefined && { id: subject.id }),
      ...(subject.ref !== undefined && { ref: refOf('subject.ref', subject.ref, false) }),
    },
    data,
  })
  assertKind(kind, subject.type, data)
  if (!printable.test(record)) throw new Error(`A receipt of ${kind} is not of printable ASCII.`)
  if (record.length > maxBytes) throw new Error(`A receipt of ${kind} has more than 4 KB.`)
  return { id, record, signature: signText(record, signer.privateKey), disclosures }
}

function assertKind(kind: ReceiptKind, subject: string, data: unknown): void {
  const { subjects, data: schema } = receiptKinds[kind]
  if (!(subjects as readonly string[]).includes(subject)) {
    throw new Error(`A receipt of ${kind} is not about: ${subject}`)
  }
  const { error } = schema.safeParse(data)
  // The values may be personal data, so the error contains only their names.
  const names = error?.issues.map(({ path }) => path.join('.') || 'data')
  if (names) throw new Error(`A receipt of ${kind} has wrong members: ${names.join(', ')}`)
}
