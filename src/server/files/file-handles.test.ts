import { expect, test } from 'vitest'
import { limitIn } from './file-handles.ts'

test('the limit of open files is read as the system writes it', () => {
  const text = `Limit                     Soft Limit           Hard Limit           Units
Max processes             96063                96063                processes
Max open files            1024                 524288               files
Max locked memory         8388608              8388608              bytes
`
  expect(limitIn(text)).toBe(1024)
  expect(limitIn(text.replace('1024     ', 'unlimited'))).toBeUndefined()
  expect(limitIn('')).toBeUndefined()
})
