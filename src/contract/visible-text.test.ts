import { expect, test } from 'vitest'
import { line, required, requiredLine, text, textList } from './fields.ts'
import { optionalLine } from './settings/text-fields.ts'

const invisible = [
  '\u200b\u200b',
  '\u200d',
  '\u2060\u00ad',
  '\u3164',
  '\u115f \u00a0',
  '\ufeff\u180e',
  '\u{e0020}\ufe0f',
  '\u0007',
]

test.each(invisible)('%j alone is no text', (given) => {
  for (const schema of [required(9, 'Needed'), requiredLine(9, 'Needed')]) {
    expect(schema.safeParse(given).error?.issues[0]?.message).toBe('Needed')
  }
  expect([line(9).parse(given), text(9).parse(given), optionalLine(9).parse(given)]).toEqual([
    '',
    '',
    null,
  ])
  expect(textList(9, 9, 'Needed').safeParse([given]).error?.issues[0]?.message).toBe('Needed')
})

test.each(['👩\u200d🔬', 'می\u200cخواهم', 'क\u094d\u200dष', '❤\ufe0f', '\u200eAda', '.'])(
  '%s stays as it was typed',
  (given) => {
    expect(requiredLine(9, 'Needed').parse(given)).toBe(given)
    expect(line(9).parse(` ${given} `)).toBe(given)
  },
)
