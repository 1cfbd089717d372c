/**
 * Whose turn it is on a single connection: first come, first served. A statement needs the
 * connection only to be sent; a transaction holds it until it is over.
 */
export class Turns {
  #held = false
  #waiting: (() => void)[] = []

  /** How many wait for their turn. */
  get waiting(): number {
    return this.#waiting.length
  }

  /** Starts `send` when every earlier holder is through, and does not hold the connection itself. */
  pass<T>(send: () => Promise<T>): Promise<T> {
    if (!this.#held && this.#waiting.length === 0) return send()
    return new Promise((resolve, reject) => {
      this.#waiting.push(() => send().then(resolve, reject))
    })
  }

  /** Resolves as the only holder; everybody later waits for `release`. */
  hold(): Promise<void> {
    return new Promise((resolve) => {
      const take = () => {
        this.#held = true
        resolve()
      }
      if (!this.#held && this.#waiting.length === 0) take()
      else this.#waiting.push(take)
    })
  }

  release(): void {
    this.#held = false
    while (!this.#held) {
      const next = this.#waiting.shift()
      if (!next) return
      next()
    }
  }
}
