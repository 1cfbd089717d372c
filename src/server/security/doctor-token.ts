import type { Encryption } from './encryption.ts'

export const doctorHeader = 'x-doctor'

const associatedData = 'doctor'
const validMs = 60_000

/**
 * With this token, the operator's doctor can see what a server knows of its request. Only a process
 * with the secret key can derive it.
 */
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
