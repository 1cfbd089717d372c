type Waiting<T, R> = { item: T; resolve(result: R): void; reject(error: unknown): void }

/**
 * A group commit: items that arrive during a run form the next batch. There is no timer and
 * therefore no added latency.
 */
export class Batch<T, R> {
  #run: (items: T[]) => Promise<R[]>
  #max: number
  #waiting: Waiting<T, R>[] = []
  #isBusy = false

  /** @param run returns one result for each item, in the same order. */
  constructor(run: (items: T[]) => Promise<R[]>, max = 500) {
    this.#run = run
    this.#max = max
  }

  add(item: T): Promise<R> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, resolve, reject })
      if (this.#isBusy) return
      this.#isBusy = true
      // The microtask collects items of the same turn of the event loop.
      queueMicrotask(() => void this.#work())
    })
  }

  async #work(): Promise<void> {
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, this.#max)
      try {
        const results = await this.#run(batch.map(({ item }) => item))
        for (const [at, { resolve }] of batch.entries()) resolve(results[at] as R)
      } catch (error) {
        for (const { reject } of batch) reject(error)
      }
    }
    this.#isBusy = false
  }
}
