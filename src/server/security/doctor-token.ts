import type { Encryption } from './encryption.ts'

export const doctorHeader = 'x-doctor'

const associatedData = 'doctor'
const validMs = 60_000

/** Shows the operator's doctor, which has the secret key, what a server sees of its request. */
export const doctorToken = (encryption: Encryption) =>
  encryption.encrypt(String(Date.now()), associatedData)

export function isDoctor(encryption: Encryption, token: unknown): boolean {
  try {
    const at = Number(encryption.decrypt(String(token), associatedData))
    return Math.abs(Date.now() - at) < validMs
  } catch {
    return false
  }
}
