import { createFormControl } from 'react-hook-form'
import { expect, test } from 'vitest'
import { resetUnchanged, typedSince } from './since-sent.ts'

test('of a text that was sent only what was typed since stays', () => {
  expect(typedSince('First', 'First')).toBe('')
  expect(typedSince('First Sec', 'First')).toBe(' Sec')
  expect(typedSince('', 'First')).toBe('')
  expect(typedSince('Fist', 'First')).toBe('Fist')
  expect(typedSince('👍🏽👍', '👍🏽')).toBe('👍')
})

test('a saved form keeps what was changed since it was sent, one that begins anew only what was added', () => {
  const form = createFormControl<{ name: string; note: string }>({
    defaultValues: { name: 'Ana', note: '' },
  })
  form.control._state.mount = true
  const sent = { name: ' Ana', note: 'First' }
  form.setValue('name', 'Anna')
  form.setValue('note', 'First Sec')
  resetUnchanged(form, { name: 'Ana', note: '' }, sent)
  expect(form.getValues()).toEqual({ name: 'Anna', note: ' Sec' })
  resetUnchanged(form, { name: 'Bo', note: '' }, form.getValues())
  expect(form.getValues()).toEqual({ name: 'Bo', note: '' })
})
