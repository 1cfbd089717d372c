import { pino } from 'pino'

/**
 * JSON lines on standard output. Whatever is passed to it, these never appear; message texts,
 * names and addresses are not to be passed in the first place.
 */
export function openLog(level: string) {
  return pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: {
      paths: ['cookie', 'authorization', 'password', 'token', 'code', 'state', 'visitorId'].flatMap(
        (name) => [name, `*.${name}`, `*.headers.${name}`],
      ),
      remove: true,
    },
    serializers: { req: () => undefined, res: () => undefined },
  })
}
