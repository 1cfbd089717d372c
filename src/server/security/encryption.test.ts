import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { DecryptionError, openEncryption } from './encryption.ts'

test('an encrypted text decrypts only in its place and reveals nothing', () => {
  const { encrypt, decrypt } = openEncryption([randomBytes(32)])
  const encrypted = encrypt('refresh-token ü', 'grants|1|refresh')
  expect(encrypted).not.toContain('refresh')
  expect(encrypt('refresh-token ü', 'grants|1|refresh')).not.toBe(encrypted)
  expect(decrypt(encrypted, 'grants|1|refresh')).toBe('refresh-token ü')
})

test('moved, changed, shortened or foreign, it does not open', () => {
  const { encrypt, decrypt } = openEncryption([randomBytes(32)])
  const encrypted = encrypt('secret', 'users|1|totp')
  const foreign = openEncryption([randomBytes(32)]).encrypt('secret', 'users|1|totp')
  const swapped = encrypted.at(-3) === 'A' ? 'B' : 'A'
  const changed = `${encrypted.slice(0, -3)}${swapped}${encrypted.slice(-2)}`
  expect(() => decrypt(encrypted, 'users|2|totp')).toThrow(DecryptionError)
  for (const broken of [changed, encrypted.slice(0, 20), foreign, '', 'v0.x.y', 'plain']) {
    expect(() => decrypt(broken, 'users|1|totp'), broken).toThrow(DecryptionError)
  }
})

test('after a change of keys the old one still decrypts and the new one encrypts', () => {
  const [before, after] = [randomBytes(32), randomBytes(32)]
  const old = openEncryption([before]).encrypt('kept', 'x')
  const both = openEncryption([after, before])
  expect(both.decrypt(old, 'x')).toBe('kept')
  expect(openEncryption([after]).decrypt(both.encrypt('new', 'x'), 'x')).toBe('new')
})
