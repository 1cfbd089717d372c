import { expect, test } from 'vitest'
import { newKey, submissionKeys } from '#web/api/submission-keys.ts'
import { problemsOf, readContact, withoutFixed } from './contact-values.ts'

const whole = {
  name: 'Ada Okafor',
  email: 'ada@northfold.example',
  company: '',
  service: '',
  message: 'We retype 400 invoices a week.',
  website: '',
}

test('a message with name, address and text has no problems', () => {
  expect(problemsOf(whole)).toEqual({})
})

test('each blank required field is named', () => {
  const problems = problemsOf({ ...whole, name: '', email: '', message: '' })
  expect(Object.keys(problems)).toEqual(['name', 'email', 'message'])
})

test('what cannot be seen is blank', () => {
  const data = new FormData()
  data.set('name', '\u200b \u00ad')
  data.set('message', '👩\u200d🔬')
  const { name, message } = readContact(data)
  expect({ name, message }).toEqual({ name: '', message: '👩\u200d🔬' })
})

test('an address without a full domain is refused with its own sentence', () => {
  for (const email of [
    'ada',
    'ada@',
    'ada@northfold',
    'ada @northfold.example',
    'ada@north..example',
  ]) {
    expect(problemsOf({ ...whole, email }).email).toMatch(/complete email address/)
  }
})

test('keys do not repeat', () => {
  expect(newKey()).toMatch(/^[0-9a-f]{32}$/)
  expect(newKey()).not.toBe(newKey())
})

test('the same content keeps its key until it is forgotten', () => {
  const keys = submissionKeys()
  const first = keys.keyOf(whole)
  expect(keys.keyOf({ ...whole })).toBe(first)
  expect(keys.keyOf({ ...whole, message: 'Another' })).not.toBe(first)
  const again = keys.keyOf(whole)
  keys.forget()
  expect(keys.keyOf(whole)).not.toBe(again)
})

test('only the field just mended loses its error', () => {
  const before = { name: 'Enter your name.', email: 'Refused by the server' }
  expect(withoutFixed(before, 'name', {})).toEqual({ email: 'Refused by the server' })
  expect(withoutFixed(before, 'message', {})).toBe(before)
  expect(withoutFixed(before, 'name', { name: 'Enter your name.' })).toBe(before)
})
