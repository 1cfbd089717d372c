import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { openSeal, SealBroken } from './seal.ts'

test('a sealed text opens in its place and shows nothing of itself', () => {
  const { seal, open } = openSeal([randomBytes(32)])
  const sealed = seal('refresh-token ü', 'grants|1|refresh')
  expect(sealed).not.toContain('refresh')
  expect(seal('refresh-token ü', 'grants|1|refresh')).not.toBe(sealed)
  expect(open(sealed, 'grants|1|refresh')).toBe('refresh-token ü')
})

test('moved, changed, shortened or foreign, it does not open', () => {
  const { seal, open } = openSeal([randomBytes(32)])
  const sealed = seal('secret', 'users|1|totp')
  const foreign = openSeal([randomBytes(32)]).seal('secret', 'users|1|totp')
  const swapped = sealed.at(-3) === 'A' ? 'B' : 'A'
  const changed = `${sealed.slice(0, -3)}${swapped}${sealed.slice(-2)}`
  expect(() => open(sealed, 'users|2|totp')).toThrow(SealBroken)
  for (const broken of [changed, sealed.slice(0, 20), foreign, '', 'v0.x.y', 'plain']) {
    expect(() => open(broken, 'users|1|totp'), broken).toThrow(SealBroken)
  }
})

test('after a change of keys the old one still opens and the new one seals', () => {
  const [before, after] = [randomBytes(32), randomBytes(32)]
  const old = openSeal([before]).seal('kept', 'x')
  const both = openSeal([after, before])
  expect(both.open(old, 'x')).toBe('kept')
  expect(openSeal([after]).open(both.seal('new', 'x'), 'x')).toBe('new')
})
