/**
 * Passed to the product with `--import`. SIGUSR2 triggers the fault that FAULT names in the running
 * process.
 */
const faults: Record<string, () => void> = {
  timer: () => {
    throw new Error('A timer threw')
  },
  promise: () => {
    void Promise.reject(new Error('Nobody caught this'))
  },
  busy: () => {
    const over = performance.now() + 5_000
    while (performance.now() < over) {}
  },
}

process.on('SIGUSR2', () => setTimeout(() => faults[process.env.FAULT ?? '']?.()))
