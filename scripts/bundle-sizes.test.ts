import { expect, test } from 'vitest'
import { closureOf, gzipSize, gzipTotal, loadOf, plainName } from './bundle-sizes.ts'

const scripts = new Map([
  ['page-aaaaaaaa.js', 'import{a}from"./shared-bbbbbbbb.js";import"./side-cccccccc.js";a()'],
  [
    'shared-bbbbbbbb.js',
    'import"./page-aaaaaaaa.js";export let a=()=>import("./late-dddddddd.js")',
  ],
  ['side-cccccccc.js', ''],
  ['late-dddddddd.js', 'export{a}from"./shared-bbbbbbbb.js";import"./deep-eeeeeeee.js"'],
  ['deep-eeeeeeee.js', ''],
])

test('a script needs what it imports at once, in a circle too, and not what it may ask for later', () => {
  expect([...closureOf(scripts, ['page-aaaaaaaa.js'])].map(plainName)).toEqual([
    'page',
    'shared',
    'side',
  ])
})

test('late chunks count without those already loaded', () => {
  const loaded = closureOf(scripts, ['page-aaaaaaaa.js'])
  const late = loadOf(scripts, 'late', loaded)
  expect(late.map(plainName)).toEqual(['late', 'deep'])
  const one = gzipSize(scripts.get('late-dddddddd.js') ?? '')
  expect(gzipTotal(scripts, late)).toBe(one + gzipSize(''))
})

test('a script that is gone is an error, not a load of nothing', () => {
  expect(() => loadOf(scripts, 'gone', new Set())).toThrow('no script named gone')
})
