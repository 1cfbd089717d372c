type Waiting<T, R> = { item: T; resolve(result: R): void; reject(error: unknown): void }

type Limits<T> = {
  /** Items that one run takes; 500 if absent. */
  maxItems?: number
  /** The sum of `sizeOf` that one run takes, but always one item. */
  maxSize?: number
  sizeOf?(item: T): number
  /** Items that may wait; further ones are rejected with `BatchFull`. */
  maxWaiting?: number
}

export class BatchFull extends Error {}

/**
 * A group commit: items that arrive during a run form the next batch. There is no timer and
 * therefore no added latency.
 */
export class Batch<T, R> {
  #run: (items: T[]) => Promise<R[]>
  #limits: Required<Limits<T>>
  #waiting: Waiting<T, R>[] = []
  #working: Promise<void> | undefined

  /** @param run returns one result for each item, in the same order. */
  constructor(run: (items: T[]) => Promise<R[]>, limits: Limits<T> = {}) {
    this.#run = run
    this.#limits = {
      maxItems: 500,
      maxSize: Number.POSITIVE_INFINITY,
      sizeOf: () => 0,
      maxWaiting: Number.POSITIVE_INFINITY,
      ...limits,
    }
  }

  add(item: T): Promise<R> {
    if (this.#waiting.length >= this.#limits.maxWaiting) return Promise.reject(new BatchFull())
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, resolve, reject })
      this.#working ??= this.#work()
    })
  }

  /** Resolves when nothing waits. */
  async drain(): Promise<void> {
    await this.#working
  }

  async #work(): Promise<void> {
    // The microtask collects items of the same turn of the event loop.
    await Promise.resolve()
    while (this.#waiting.length > 0) {
      const batch = this.#next()
      try {
        const results = await this.#run(batch.map(({ item }) => item))
        for (const [at, { resolve }] of batch.entries()) resolve(results[at] as R)
      } catch (error) {
        for (const { reject } of batch) reject(error)
      }
    }
    this.#working = undefined
  }

  #next(): Waiting<T, R>[] {
    const { maxItems, maxSize, sizeOf } = this.#limits
    let [count, size] = [0, 0]
    for (const { item } of this.#waiting) {
      size += sizeOf(item)
      if (count === maxItems || (count > 0 && size > maxSize)) break
      count += 1
    }
    return this.#waiting.splice(0, count)
  }
}
