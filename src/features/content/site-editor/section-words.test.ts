import { expect, test } from 'vitest'
import { nameOfField, problemLine, valueInWords } from './section-words.ts'

test('a problem names its section, and its field unless that says nothing more', () => {
  const line = (path: string) => problemLine({ section: 'faq', path, message: 'This is required' })
  expect(line('items.0.answer')).toBe('Questions, entry 1, answer: This is required')
  expect(line('items')).toBe('Questions: This is required')
  expect(nameOfField('columns.0.links.2.target')).toBe('Column 1, link 3, leads to')
})

test('a value reads in the order of its form, whatever the order of the database', () => {
  const address = { city: 'Leipzig', region: '', street: 'Beispielweg 1', country: 'DE' }
  expect(valueInWords(address)).toBe('Beispielweg 1, Leipzig, DE')
  const figure = { key: crypto.randomUUID(), label: 'saved', value: '40%', status: 'demo' }
  expect(valueInWords([figure])).toBe('40%, saved, demo')
  expect([valueInWords(null), valueInWords(true), valueInWords(0)]).toEqual(['', 'Yes', '0'])
})
