import { pino } from 'pino'

/** Where lines go; what `write` has returned from stays, whatever becomes of the process. */
type Output = { write(lines: string): void }

/** Longest that the line of a request waits, in milliseconds, and how many characters wait at most. */
const patience = { ms: 250, length: 32_768 }

/**
 * Keeps the lines of requests back for a moment and writes them together: one at a time they cost more
 * than the pages they tell of. Any other line is written at once, behind those that wait.
 */
export function gather(output: Output) {
  let waiting = ''
  let timer: NodeJS.Timeout | undefined
  const flush = () => {
    clearTimeout(timer)
    timer = undefined
    const lines = waiting
    waiting = ''
    if (lines) output.write(lines)
  }
  return {
    // Asks pino for `lastObj`, what the line was made of.
    [Symbol.for('pino.metadata')]: true,
    lastObj: undefined as { event?: unknown } | undefined,
    write(line: string) {
      waiting += line
      if (this.lastObj?.event !== 'request' || waiting.length > patience.length) flush()
      else timer ??= setTimeout(flush, patience.ms).unref()
    },
    flush,
  }
}

/** The time as pino wants it; the many lines of a busy millisecond share it. */
function openClock() {
  let at = Number.NaN
  let written = ''
  return () => {
    const now = Date.now()
    if (now !== at) {
      at = now
      written = `,"time":"${new Date(now).toISOString()}"`
    }
    return written
  }
}

/**
 * JSON lines on standard output. Whatever is passed to it, these never appear; message texts,
 * names and addresses are not to be passed in the first place.
 */
export function openLog(level: string) {
  const lines = gather(pino.destination({ dest: 1, sync: true }))
  process.on('exit', lines.flush)
  return pino(
    {
      level,
      base: null,
      timestamp: openClock(),
      redact: {
        paths: [
          'cookie',
          'authorization',
          'password',
          'token',
          'code',
          'state',
          'visitorId',
        ].flatMap((name) => [name, `*.${name}`, `*.headers.${name}`]),
        remove: true,
      },
      serializers: { req: () => undefined, res: () => undefined },
    },
    lines,
  )
}
