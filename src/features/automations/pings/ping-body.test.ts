import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { readBody } from './ping-body.ts'

test('a body that breaks off, before or while it is read, or takes too long is the fault of its sender', async () => {
  const gone = new PassThrough().destroy()
  expect(await readBody(gone)).toBe('broken_off')
  const half = new PassThrough()
  half.write('half')
  const reading = readBody(half)
  half.destroy(new Error('aborted'))
  expect(await reading).toBe('broken_off')
  const slow = new PassThrough()
  slow.write('half')
  expect(await readBody(slow, 1)).toBe('too_slow')
  const whole = new PassThrough()
  whole.end('whole')
  expect(await readBody(whole)).toEqual({ kept: Buffer.from('whole'), bytes: 5 })
})
