import { pino } from 'pino'

type Output = { write(lines: string): void }

/** Longest delay in milliseconds, and most buffered characters. */
const max = { ms: 250, length: 32_768 }

/** Buffers request lines, which written singly cost more than the pages; others go out at once. */
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
      if (this.lastObj?.event !== 'request' || waiting.length > max.length) flush()
      else timer ??= setTimeout(flush, max.ms).unref()
    },
    flush,
  }
}

/** JSON lines on standard output; message texts, names and addresses must never be passed. */
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
