import { AsyncLocalStorage } from 'node:async_hooks'
import { Client } from 'pg'
import { vi } from 'vitest'

function textOf([statement]: unknown[]): string {
  return typeof statement === 'string' ? statement : (statement as { text: string }).text
}

/**
 * The statements that `run` sends to PostgreSQL, including `begin` and `commit`. Jobs and other
 * work that `run` did not start itself are left out.
 */
export async function statementsOf<T>(run: () => Promise<T>) {
  const caller = new AsyncLocalStorage<true>()
  const texts: string[] = []
  const query = Client.prototype.query
  using _ = vi.spyOn(Client.prototype, 'query').mockImplementation(function (
    this: Client,
    ...args: unknown[]
  ) {
    if (caller.getStore()) texts.push(textOf(args))
    return query.apply(this, args as never) as never
  })
  return { result: await caller.run(true, run), texts }
}

/** Holds back PostgreSQL's next response to a statement with this text until `release`. */
export function holdAnswer(words: string) {
  const answered = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  const query = Client.prototype.query
  const spy = vi.spyOn(Client.prototype, 'query').mockImplementation(function (
    this: Client,
    ...args: unknown[]
  ) {
    const pass = args.at(-1)
    if (typeof pass === 'function' && textOf(args).includes(words)) {
      spy.mockRestore()
      args[args.length - 1] = (...answer: unknown[]) => {
        answered.resolve()
        void released.promise.then(() => pass(...answer))
      }
    }
    return query.apply(this, args as never) as never
  })
  return { answered: answered.promise, release: released.resolve }
}
