import { pino } from 'pino'

/** Synchronous output: lines survive a crash once `write` returns. */
type Output = { write(lines: string): void }

/** Longest delay of a request's line in milliseconds, and most buffered characters. */
const most = { ms: 250, length: 32_768 }

/**
 * Buffers request lines briefly: written one by one they cost more than the pages they log. Any
 * other line is written at once, after the buffered ones.
 */
export function bufferLines(output: Output) {
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
    // Makes pino set `lastObj`, the object of the line.
    [Symbol.for('pino.metadata')]: true,
    lastObj: undefined as { event?: unknown } | undefined,
    write(line: string) {
      waiting += line
      if (this.lastObj?.event !== 'request' || waiting.length > most.length) flush()
      else timer ??= setTimeout(flush, most.ms).unref()
    },
    flush,
  }
}

/** Timestamps for pino, formatted once per millisecond. */
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
 * JSON lines on standard output. The redacted fields never appear, whatever is logged; message
 * texts, names and addresses must not be passed at all.
 */
export function openLog(level: string) {
  const lines = bufferLines(pino.destination({ dest: 1, sync: true }))
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
