import { randomUUIDv7 } from 'node:crypto'

let lastHead = 0n

/**
 * A UUIDv7 greater than all that this process made before, also within one millisecond, because
 * `id` decides the order of rows that were created at the same time.
 */
export function newId(): string {
  const made = randomUUIDv7()
  // These are the milliseconds and the twelve bits that RFC 9562, 6.2, leaves to a counter.
  const head = BigInt(`0x${made.slice(0, 8)}${made.slice(9, 13)}${made.slice(15, 18)}`)
  lastHead = head > lastHead ? head : lastHead + 1n
  const digits = lastHead.toString(16).padStart(15, '0')
  return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-7${digits.slice(12)}${made.slice(18)}`
}
