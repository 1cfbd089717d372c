import { expect, test } from 'vitest'
import { columnsWithin } from './data-list.tsx'

const column = (key: string, width: number, hiddenWhenNarrow?: number) => ({
  key,
  label: key,
  width,
  cell: () => null,
  ...(hiddenWhenNarrow !== undefined && { hiddenWhenNarrow }),
})
const columns = [column('name', 100), column('email', 80, 1), column('date', 60, 2)]
const shown = (room: number) => columnsWithin(columns, room).map(({ key }) => key)

test('a table without room for all columns goes without some, in their order, and never without the others', () => {
  expect(shown(Number.POSITIVE_INFINITY)).toEqual(['name', 'email', 'date'])
  expect(shown(240)).toEqual(['name', 'email', 'date'])
  expect(shown(239)).toEqual(['name', 'date'])
  expect(shown(159)).toEqual(['name'])
  expect(shown(50)).toEqual(['name'])
})
