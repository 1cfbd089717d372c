import { pino } from 'pino'

type Output = { write(lines: string): void }

/** The maximum delay in milliseconds, and the maximum number of buffered characters. */
const max = { ms: 250, length: 32_768 }

/**
 * Buffers the lines of requests, which would cost more than the pages if each was written by
 * itself. Other lines are written at once.
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
    // This symbol makes pino set `lastObj`, the object of the line.
    [Symbol.for('pino.metadata')]: true,
    lastObj: undefined as { event?: unknown } | undefined,
    write(line: string) {
      waiting += line
      if (this.lastObj?.event !== 'request' || waiting.length > max.length) flush()
      else timer ??= setTimeout(flush, max.ms).unref()
    },
    flush,
  }
}

/** Writes JSON lines to standard output. Never pass texts of messages, names or addresses. */
export function openLog(level: string) {
  const lines = bufferLines(pino.destination({ dest: 1, sync: true }))
  process.on('exit', lines.flush)
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
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
