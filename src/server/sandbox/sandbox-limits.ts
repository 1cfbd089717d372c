/** Ended from outside: the input took too much, or the program crashed on it. */
export class SandboxError extends Error {
  readonly reason: 'too_slow' | 'too_much_memory' | 'ended'

  constructor(reason: SandboxError['reason']) {
    super(`The program was ended: ${reason}`)
    this.reason = reason
  }
}

export const maxHeapMb = 256
