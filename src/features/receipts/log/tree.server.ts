import { createHash } from 'node:crypto'

/** The leaves from `start` up to but excluding `end`, whose hash RFC 9162, section 2.1, defines. */
export type Range = { start: number; end: number }

/** A complete subtree with `2 ** level` leaves, the first of which is `position * 2 ** level`. */
export type Node = { level: number; position: number }

const leafPrefix = Buffer.of(0)
const nodePrefix = Buffer.of(1)

export const emptyRoot = createHash('sha256').digest()

export function leafHash(record: string): Buffer {
  return createHash('sha256').update(leafPrefix).update(record).digest()
}

export function nodeHash(left: Uint8Array, right: Uint8Array): Buffer {
  return createHash('sha256').update(nodePrefix).update(left).update(right).digest()
}

/** The largest power of two below `size`, which is at least 2. */
function splitOf(size: number): number {
  return 2 ** Math.floor(Math.log2(size - 1))
}

/** The ranges of a leaf's inclusion proof, from the leaf to the root. */
export function inclusionPath(leaf: number, { start, end }: Range): Range[] {
  if (end - start === 1) return []
  const middle = start + splitOf(end - start)
  const [left, right] = [
    { start, end: middle },
    { start: middle, end },
  ]
  return leaf < middle
    ? [...inclusionPath(leaf, left), right]
    : [...inclusionPath(leaf, right), left]
}

/** The ranges of the consistency proof between the first `size` leaves and all leaves. */
export function consistencyPath(size: number, { start, end }: Range, isWhole = true): Range[] {
  if (size === end) return isWhole ? [] : [{ start, end }]
  const middle = start + splitOf(end - start)
  const [left, right] = [
    { start, end: middle },
    { start: middle, end },
  ]
  return size <= middle
    ? [...consistencyPath(size, left, isWhole), right]
    : [...consistencyPath(size, right, false), left]
}

/** The complete subtrees that form a range, from left to right, which is largest first. */
export function nodesOf({ start, end }: Range): Node[] {
  const nodes: Node[] = []
  for (let at = start; at < end; ) {
    const level = Math.floor(Math.log2(end - at))
    nodes.push({ level, position: at / 2 ** level })
    at += 2 ** level
  }
  return nodes
}

/** The hash of a range, computed from those of its complete subtrees. */
export function rangeHash(hashes: readonly Uint8Array[]): Uint8Array {
  return hashes.reduceRight((right, left) => nodeHash(left, right))
}

/**
 * A tree to which leaves are added. It holds the complete subtrees of its present size, at most one
 * per level.
 */
export class GrowingTree {
  readonly #peaks: { level: number; hash: Uint8Array }[]
  size: number

  /** @param peaks the hashes of `nodesOf` for the first `size` leaves. */
  constructor(size: number, peaks: readonly Uint8Array[]) {
    const nodes = nodesOf({ start: 0, end: size })
    this.size = size
    this.#peaks = nodes.map(({ level }, at) => ({ level, hash: peaks[at] as Uint8Array }))
  }

  /** @returns the subtrees that the leaf completes, excluding the leaf itself. */
  add(leaf: Uint8Array): (Node & { hash: Uint8Array })[] {
    const completed: (Node & { hash: Uint8Array })[] = []
    let added = { level: 0, hash: leaf }
    for (let last = this.#peaks.at(-1); last?.level === added.level; last = this.#peaks.at(-1)) {
      this.#peaks.pop()
      added = { level: added.level + 1, hash: nodeHash(last.hash, added.hash) }
      completed.push({ ...added, position: Math.floor(this.size / 2 ** added.level) })
    }
    this.#peaks.push(added)
    this.size += 1
    return completed
  }

  root(): Uint8Array {
    return this.size === 0 ? emptyRoot : rangeHash(this.#peaks.map(({ hash }) => hash))
  }
}
