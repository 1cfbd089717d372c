/** Blocked storage reads as empty. `open` is a function, because the access itself may throw. */
function safeStorage(open: () => Storage) {
  function attempt<T>(work: (storage: Storage) => T): T | undefined {
    try {
      return work(open())
    } catch {
      return undefined
    }
  }
  /**
   * Writes an entry, or removes it if `value` is null.
   *
   * @returns whether the browser accepted it.
   */
  function write(key: string, value: string | null): boolean {
    const done = attempt((storage) => {
      if (value === null) storage.removeItem(key)
      else storage.setItem(key, value)
      return true
    })
    return done === true
  }
  return {
    attempt,
    write,
    read: (key: string) => attempt((storage) => storage.getItem(key)) ?? null,
    readJson: <T>(key: string) =>
      attempt((storage) => JSON.parse(storage.getItem(key) ?? 'null') as T | null) ?? undefined,
    writeJson: (key: string, value: unknown) => write(key, JSON.stringify(value)),
  }
}

/** Shared by all tabs. */
export const browserStorage = safeStorage(() => localStorage)
export const tabStorage = safeStorage(() => sessionStorage)
