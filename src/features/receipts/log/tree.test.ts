import { createHash } from 'node:crypto'
import { assert, integer, property } from 'fast-check'
import { expect, test } from 'vitest'
import {
  consistencyPath,
  emptyRoot,
  GrowingTree,
  inclusionPath,
  leafHash,
  nodesOf,
  type Range,
  rangeHash,
} from './tree.server.ts'

// A literal implementation of RFC 9162, section 2.1, that shares no code with the product.
const sha256 = (...parts: Uint8Array[]) =>
  createHash('sha256').update(Buffer.concat(parts)).digest()
const recordOf = (at: number) => `record ${at}`

function naiveRoot(leaves: string[]): Buffer {
  if (leaves.length === 0) return sha256()
  if (leaves.length === 1) return sha256(Buffer.of(0), Buffer.from(leaves[0] ?? ''))
  let k = 1
  while (k * 2 < leaves.length) k *= 2
  return sha256(Buffer.of(1), naiveRoot(leaves.slice(0, k)), naiveRoot(leaves.slice(k)))
}

function verifyInclusion(leaf: Buffer, at: number, size: number, path: Uint8Array[]): Buffer {
  let [fn, sn, r] = [at, size - 1, leaf]
  for (const p of path) {
    if (sn === 0) throw new Error('The path is too long.')
    if (fn % 2 === 1 || fn === sn) {
      r = sha256(Buffer.of(1), p, r)
      while (fn % 2 === 0 && fn !== 0) [fn, sn] = [Math.floor(fn / 2), Math.floor(sn / 2)]
    } else {
      r = sha256(Buffer.of(1), r, p)
    }
    ;[fn, sn] = [Math.floor(fn / 2), Math.floor(sn / 2)]
  }
  if (sn !== 0) throw new Error('The path is too short.')
  return r
}

function verifyConsistency(first: number, second: number, firstRoot: Buffer, given: Uint8Array[]) {
  const isPower = (first & (first - 1)) === 0
  const path = isPower ? [firstRoot, ...given] : given
  let [fn, sn] = [first - 1, second - 1]
  while (fn % 2 === 1) [fn, sn] = [Math.floor(fn / 2), Math.floor(sn / 2)]
  let [fr, sr] = [path[0] as Uint8Array, path[0] as Uint8Array]
  for (const c of path.slice(1)) {
    if (sn === 0) throw new Error('The path is too long.')
    if (fn % 2 === 1 || fn === sn) {
      fr = sha256(Buffer.of(1), c, fr)
      sr = sha256(Buffer.of(1), c, sr)
      while (fn % 2 === 0 && fn !== 0) [fn, sn] = [Math.floor(fn / 2), Math.floor(sn / 2)]
    } else {
      sr = sha256(Buffer.of(1), sr, c)
    }
    ;[fn, sn] = [Math.floor(fn / 2), Math.floor(sn / 2)]
  }
  if (sn !== 0) throw new Error('The path is too short.')
  return { first: Buffer.from(fr), second: Buffer.from(sr) }
}

/** Builds the tree in two steps, as a later batch continues from stored nodes. */
function grow(size: number, pause: number) {
  const nodes = new Map<string, Uint8Array>()
  const addTo = (tree: GrowingTree, from: number, to: number) => {
    for (let at = from; at < to; at++) {
      const leaf = leafHash(recordOf(at))
      nodes.set(`0.${at}`, leaf)
      for (const { level, position, hash } of tree.add(leaf))
        nodes.set(`${level}.${position}`, hash)
    }
  }
  const stored = (range: Range) =>
    nodesOf(range).map(({ level, position }) => nodes.get(`${level}.${position}`) as Uint8Array)
  addTo(new GrowingTree(0, []), 0, pause)
  const tree = new GrowingTree(pause, stored({ start: 0, end: pause }))
  addTo(tree, pause, size)
  return { nodes, root: tree.root(), hashOf: (range: Range) => rangeHash(stored(range)) }
}

const records = (size: number) => Array.from({ length: size }, (_, at) => recordOf(at))
const sizes = integer({ min: 1, max: 300 })
const upTo = (share: number, size: number) => Math.floor((share / 1_000) * size)
const share = integer({ min: 0, max: 999 })

test('roots and inclusion proofs are those of RFC 9162 at every size', () => {
  assert(
    property(sizes, share, share, (size, shareBefore, shareAt) => {
      const tree = grow(size, upTo(shareBefore, size))
      expect(Buffer.from(tree.root)).toEqual(naiveRoot(records(size)))
      const at = upTo(shareAt, size)
      const path = inclusionPath(at, { start: 0, end: size }).map(tree.hashOf)
      expect(verifyInclusion(leafHash(recordOf(at)), at, size, path)).toEqual(tree.root)
      expect(tree.nodes.size).toBeLessThan(2 * size)
    }),
    { numRuns: 60 },
  )
})

test('consistency proofs are those of RFC 9162 at every pair of sizes', () => {
  assert(
    property(sizes, share, (size, part) => {
      const first = 1 + upTo(part, size)
      const tree = grow(size, 0)
      const path = consistencyPath(first, { start: 0, end: size }).map(tree.hashOf)
      const roots = [first, size].map((count) => naiveRoot(records(count)))
      if (first === size) expect(path).toEqual([])
      else {
        const proven = verifyConsistency(first, size, roots[0] as Buffer, path)
        expect([proven.first, proven.second]).toEqual(roots)
      }
    }),
    { numRuns: 60 },
  )
})

test('known trees have their published roots', () => {
  // The leaves are from certificate-transparency's test data, in hex.
  const leaves = ['', '00', '10', '2021', '3031', '40414243', '5051525354555657']
  const last = '606162636465666768696a6b6c6d6e6f'
  const tree = new GrowingTree(0, [])
  expect(emptyRoot.toString('hex')).toBe(
    'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  )
  for (const leaf of [...leaves, last]) {
    tree.add(sha256(Buffer.of(0), Buffer.from(leaf, 'hex')))
  }
  expect(Buffer.from(tree.root()).toString('hex')).toBe(
    '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
  )
})
