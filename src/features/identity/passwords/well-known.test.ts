import { expect, test } from 'vitest'
import { isWellKnown } from './well-known.server.ts'

test.each([
  'password1234',
  'Passw0rd!2026',
  'P@ssw0rdP@ssw0rd',
  'passwordpassword',
  'Iloveyou2026!',
  'letmein-letmein',
  'Welcome123456',
  'qwertyuiopas',
  'asdfghjklasdf',
  '123456789012',
  '210987654321',
  '1q2w3e4r5t6y',
  'abcdefghijkl',
  'aaaaaaaaaaaa',
  'abababababab',
  'correct horse battery staple',
  'changeme!!!!!',
  '2026administrator2026',
])('%s is among the first that are tried', async (password) => {
  expect(await isWellKnown(password)).toBe(true)
})

test.each([
  'a fairly long password',
  'seven quiet harbour lamps',
  'Tr4nquil-otter-parade',
  '\u{1F511}\u{1F40E}\u{1F50B}\u{1F4CE}\u{1F9ED}\u{1F33B}\u{1F9C2}\u{1F30A}\u{1F3BB}\u{1F98A}\u{1F32F}\u{1F9F5}',
  'kX9#mP2$vL5@qR8!',
  'пароль для конторы',
])('%s is not', async (password) => {
  expect(await isWellKnown(password)).toBe(false)
})

test('hardly more than a name of person or firm is easy to guess, a sentence with it is not', async () => {
  expect(await isWellKnown('NordLicht-GmbH2026', ['mara', 'Nordlicht GmbH'])).toBe(true)
  expect(await isWellKnown('mara-lindqvist', ['mara-lindqvist'])).toBe(true)
  expect(await isWellKnown('Mara.Lindqvist1', ['mara.lindqvist'])).toBe(true)
  expect(await isWellKnown('mara sells blue umbrellas', ['mara'])).toBe(false)
})
