import { z } from 'zod'
import {
  addressesOf,
  days,
  duration,
  durationMs,
  flag,
  imapOf,
  isKey,
  isLoopback,
  isPort,
  isReplyAddress,
  isToken,
  isUrl,
  optional,
  rows,
} from './config-fields.ts'
import { parseMailbox } from './mail-addresses.ts'
import { type OutboundAllow, parseOutboundAllow } from './outbound/outbound-allow.ts'

const Environment = z.object({
  NODE_ENV: optional,
  DRAIN_SECONDS: flag(
    'must be a number of seconds from 0 to 15, for example DRAIN_SECONDS=5',
    (v) => /^\d{1,2}$/.test(v) && Number(v) <= 15,
  ),
  PORT: flag('must be a port number from 0 to 65535, for example PORT=3000', isPort),
  HOST: optional,
  PUBLIC_URL: flag(
    'must be an origin without a path, for example PUBLIC_URL=https://www.example.com',
    (v) => isUrl(v, ['http:', 'https:']) && new URL(v).origin === v.replace(/\/$/, ''),
  ),
  DATA_DIR: optional,
  SITE_CONTENT: optional,
  DATABASE_URL: flag(
    'must look like postgres://user:password@host:5432/name; leave it unset for a PostgreSQL of its own',
    (v) => isUrl(v, ['postgres:', 'postgresql:']),
  ),
  S3_BUCKET: optional,
  S3_ENDPOINT: flag('must be an http or https address', (v) => isUrl(v, ['http:', 'https:'])),
  S3_REGION: optional,
  S3_ACCESS_KEY_ID: optional,
  S3_SECRET_ACCESS_KEY: optional,
  SECRET_KEY: flag(
    'must be 32 bytes in base64; generate one with: node -e "console.log(crypto.randomBytes(32).toString(\'base64\'))"',
    isKey,
  ),
  SECRET_KEYS_OLD: flag('must list former values of SECRET_KEY, separated by commas', (v) =>
    v.split(',').every((part) => isKey(part.trim())),
  ),
  ADMIN_USERNAME: flag('must have 1 to 100 characters', (v) => v.length <= 100),
  ADMIN_PASSWORD: z
    .string()
    .optional()
    .transform((value) => value || undefined)
    .refine(
      (v) => v === undefined || Buffer.byteLength(v) <= 1024,
      'must have at most 1,024 bytes',
    ),
  TRUST_PROXY: flag(
    'must list proxy addresses or ranges, for example TRUST_PROXY=127.0.0.1,10.0.0.0/8',
    (v) => v.split(',').every((part) => /^[0-9a-fA-F:.]{2,}(\/\d{1,3})?$/.test(part.trim())),
  ),
  GOOGLE_CLIENT_ID: optional,
  GOOGLE_CLIENT_SECRET: optional,
  GOOGLE: flag(
    "can only be 'fake', which starts a local stand-in, or the origin of one that runs on this machine, such as http://127.0.0.1:9000",
    (v) => v === 'fake' || /^http:\/\/(127\.0\.0\.1|localhost|\[::1\]):\d{1,5}$/.test(v),
  ),
  GTM_ID: flag('must look like GTM-XXXXXXX', (v) => /^GTM-[A-Z0-9]+$/.test(v)),
  GA_MEASUREMENT_ID: flag('must look like G-XXXXXXXXXX', (v) => /^G-[A-Z0-9]+$/.test(v)),
  SMTP_URL: flag('must look like smtp://user:password@host:587', (v) =>
    isUrl(v, ['smtp:', 'smtps:']),
  ),
  MAIL_FROM: flag(
    'must be one address, for example MAIL_FROM=hello@example.com',
    (v) => parseMailbox(v) !== undefined,
  ),
  MAIL_TO: flag(
    'must list 1 to 10 addresses, separated by commas, for example MAIL_TO=ana@example.com,bo@example.com',
    (v) => addressesOf(v).length <= 10 && addressesOf(v).every(Boolean),
  ),
  MAIL_REPLY_TO: flag(
    'must be one address without a name and without +, whose part before @ has at most 37 characters, for example MAIL_REPLY_TO=reply@in.example.com',
    isReplyAddress,
  ),
  IMAP_URL: flag(
    'must look like imaps://user:password@host:993/INBOX, with user and password percent-encoded',
    (v) => imapOf(v) !== undefined,
  ),
  MAIL_IN_TOKEN: flag(
    'must have 16 to 200 characters without spaces; generate one with: node -e "console.log(crypto.randomBytes(32).toString(\'hex\'))"',
    isToken,
  ),
  MAIL_AUTHSERV_ID: flag(
    'must be the name at the beginning of the Authentication-Results that your mail server adds, for example MAIL_AUTHSERV_ID=mx.example.com',
    (v) => /^[^\s;()"]{1,255}$/.test(v),
  ),
  PUSH_CONTACT: flag(
    'must be a mail address or an https address, for example PUSH_CONTACT=mailto:ops@example.com',
    (v) => isUrl(v, ['mailto:', 'https:']),
  ),
  OUTBOUND_ALLOW: optional,
  REPLY_WITHIN: duration('REPLY_WITHIN', '24h'),
  CHAT_REPLY_WITHIN: duration('CHAT_REPLY_WITHIN', '5m'),
  METRICS_PORT: flag(
    'must be a port number from 1 to 65535, for example METRICS_PORT=9100',
    (v) => isPort(v) && Number(v) > 0,
  ),
  METRICS_HOST: optional,
  METRICS_TOKEN: flag(
    'must have 16 to 200 characters without spaces; generate one with: node -e "console.log(crypto.randomBytes(32).toString(\'hex\'))"',
    isToken,
  ),
  RETAIN_CHATS_DAYS: days('RETAIN_CHATS_DAYS'),
  RETAIN_QUARANTINED_DAYS: days('RETAIN_QUARANTINED_DAYS'),
  RETAIN_CLOSED_INQUIRIES_DAYS: days('RETAIN_CLOSED_INQUIRIES_DAYS'),
  RETAIN_MAIL_DAYS: days('RETAIN_MAIL_DAYS'),
  RETAIN_BOOKINGS_DAYS: days('RETAIN_BOOKINGS_DAYS'),
  WATCHDOG_URL: flag('must be an http or https address', (v) => isUrl(v, ['http:', 'https:'])),
  RETAIN_RUNS: rows('RETAIN_RUNS', 1_000),
  RETAIN_PING_BODIES: rows('RETAIN_PING_BODIES', 100),
  AUTOMATION_MIN_SECONDS: flag(
    'must be a number of seconds from 1 to 86400, for example AUTOMATION_MIN_SECONDS=60',
    (v) => /^[1-9]\d{0,4}$/.test(v) && Number(v) <= 86_400,
  ),
  LOG_LEVEL: flag('must be one of fatal, error, warn, info, debug, trace, silent', (v) =>
    ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'].includes(v),
  ),
})

export type Config = ReturnType<typeof readConfig>

/** Shorter values of `AUTOMATION_MIN_SECONDS` are only for trials. */
export const recommendedMinSeconds = 60

/** Long enough for proxies that poll `/readyz` every second with a timeout of two seconds. */
const proxyDrainSeconds = 3

/** The message is one line that names the variable and the remedy. */
export class ConfigError extends Error {}

/** @throws ConfigError when some of the variables are set and others are not. */
function assertTogether(env: Record<string, unknown>, names: string[]): void {
  const missing = names.find((name) => env[name] === undefined)
  const present = names.find((name) => env[name] !== undefined)
  if (missing && present) {
    throw new ConfigError(`${missing} is missing: set it too, or unset ${present}.`)
  }
}

function googleOf(
  env: z.output<typeof Environment>,
): { clientId: string; clientSecret: string } | { standIn: string } | 'fake' | undefined {
  const { GOOGLE: standIn, GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret } = env
  assertTogether(env, ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'])
  if (standIn) return standIn === 'fake' ? 'fake' : { standIn }
  return clientId && clientSecret ? { clientId, clientSecret } : undefined
}

/**
 * `from.name` may be empty. `to` has the addresses of the staff. `replyTo` is the address whose
 * `+tag` addresses lead back to the product.
 */
function mailOf(env: z.output<typeof Environment>) {
  assertTogether(env, ['SMTP_URL', 'MAIL_FROM', 'MAIL_TO'])
  const { SMTP_URL: smtpUrl, MAIL_FROM: sender, MAIL_TO: staff, MAIL_REPLY_TO: replyTo } = env
  const from = sender && parseMailbox(sender)
  if (smtpUrl && from && staff) return { smtpUrl, from, to: addressesOf(staff), replyTo }
  const needless = (
    ['MAIL_REPLY_TO', 'MAIL_AUTHSERV_ID', 'IMAP_URL', 'MAIL_IN_TOKEN'] as const
  ).find((one) => env[one])
  if (needless) {
    throw new ConfigError(
      `SMTP_URL, MAIL_FROM and MAIL_TO are missing: set them too, or unset ${needless}.`,
    )
  }
  return undefined
}

/** The ways in which mail comes in; undefined when there is none. */
function intakeOf(env: z.output<typeof Environment>) {
  const { IMAP_URL: url, MAIL_IN_TOKEN: token } = env
  const imap = url === undefined ? undefined : imapOf(url)
  /** The server whose `Authentication-Results` are trusted. */
  const authservId = env.MAIL_AUTHSERV_ID?.toLowerCase()
  if (imap || token) return { imap, token, authservId }
  const needless = (['MAIL_REPLY_TO', 'MAIL_AUTHSERV_ID'] as const).find((one) => env[one])
  if (needless) {
    throw new ConfigError(
      `IMAP_URL or MAIL_IN_TOKEN is missing: set one of them too, or unset ${needless}.`,
    )
  }
  return undefined
}

/** Where operators of push services may complain. RFC 8292 only names mailto and https. */
function pushContactOf(env: z.output<typeof Environment>, publicUrl: string): string {
  const from = mailOf(env)?.from.address
  return env.PUSH_CONTACT ?? (from ? `mailto:${from}` : publicUrl.replace(/^http:/, 'https:'))
}

function outboundAllowOf({ OUTBOUND_ALLOW: text }: z.output<typeof Environment>): OutboundAllow {
  try {
    return parseOutboundAllow(text)
  } catch (error) {
    throw new ConfigError(`${error instanceof Error ? error.message : 'OUTBOUND_ALLOW'}.`)
  }
}

const wholeNumber = (text: string | undefined) => (text === undefined ? undefined : Number(text))

function metricsOf(env: z.output<typeof Environment>, mainPort: number) {
  const { METRICS_HOST: host, METRICS_TOKEN: token } = env
  const port = wholeNumber(env.METRICS_PORT)
  if (host && port === undefined) {
    throw new ConfigError('METRICS_PORT is missing: set it too, or unset METRICS_HOST.')
  }
  if (port === mainPort) throw new ConfigError('METRICS_PORT must differ from PORT.')
  return port || token ? { port, host: host ?? '127.0.0.1', token } : undefined
}

/**
 * Names in `.env` that look like a misspelled setting, each with the setting that was probably
 * meant.
 */
export function misspelled(names: readonly string[]): { name: string; meant: string }[] {
  const known = Object.keys(Environment.shape)
  return names.flatMap((name) => {
    const isKnown = known.includes(name)
    const meant = isKnown ? undefined : known.find((one) => isNear(one, name.toUpperCase()))
    return meant ? [{ name, meant }] : []
  })
}

/** Whether the names differ by one letter added, dropped or replaced, or by two letters swapped. */
function isNear(known: string, name: string): boolean {
  let start = 0
  while (start < known.length && known[start] === name[start]) start++
  const [a, b] = [known.slice(start), name.slice(start)]
  const isSwapped = a.slice(2) === b.slice(2) && a[0] === b[1] && a[1] === b[0]
  return isSwapped || a.slice(1) === b.slice(1) || a === b.slice(1) || a.slice(1) === b
}

/**
 * @param source the environment, in which blank values count as unset.
 * @throws ConfigError that names the first wrong variable.
 */
export function readConfig(source: Record<string, string | undefined>) {
  const parsed = Environment.safeParse(source)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw new ConfigError(`${issue?.path.join()} ${issue?.message}.`)
  }
  const env = parsed.data
  const production = env.NODE_ENV !== 'development'
  const port = Number(env.PORT ?? 3000)
  const publicUrl = env.PUBLIC_URL?.replace(/\/$/, '') ?? `http://localhost:${port}`
  if (production && publicUrl.startsWith('http:') && !isLoopback(new URL(publicUrl))) {
    throw new ConfigError(
      'PUBLIC_URL must begin with https://, because passwords and sessions would travel in clear text; http:// is for this machine alone, for example PUBLIC_URL=http://localhost:3000.',
    )
  }
  if (env.DATABASE_URL && !env.SECRET_KEY) {
    throw new ConfigError(
      'SECRET_KEY is missing: with DATABASE_URL set, every instance needs the same 32 bytes in base64; generate them with: node -e "console.log(crypto.randomBytes(32).toString(\'base64\'))".',
    )
  }
  if (!env.S3_BUCKET && (env.S3_ENDPOINT || env.S3_ACCESS_KEY_ID || env.S3_SECRET_ACCESS_KEY)) {
    throw new ConfigError('S3_BUCKET is missing: set it too, or unset the other S3_ variables.')
  }
  assertTogether(env, ['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'])
  return {
    production,
    port,
    host: env.HOST ?? '127.0.0.1',
    /** How long a shutdown still accepts requests after `/readyz` began to refuse. */
    drainMs: (wholeNumber(env.DRAIN_SECONDS) ?? (env.TRUST_PROXY ? proxyDrainSeconds : 0)) * 1000,
    /** The canonical origin, without a trailing slash. */
    publicUrl,
    allowedOrigins: env.PUBLIC_URL
      ? [publicUrl]
      : [publicUrl, `http://127.0.0.1:${port}`, `http://[::1]:${port}`],
    secureCookies: publicUrl.startsWith('https:'),
    dataDir: env.DATA_DIR ?? './data',
    /** The path of an exported file that the first start imports. */
    siteContent: env.SITE_CONTENT,
    databaseUrl: env.DATABASE_URL,
    s3: env.S3_BUCKET
      ? {
          bucket: env.S3_BUCKET,
          endpoint: env.S3_ENDPOINT,
          region: env.S3_REGION ?? 'us-east-1',
          accessKeyId: env.S3_ACCESS_KEY_ID,
          secretAccessKey: env.S3_SECRET_ACCESS_KEY,
        }
      : undefined,
    /** The key is undefined when it comes from the data directory. */
    secretKey: env.SECRET_KEY ? Buffer.from(env.SECRET_KEY, 'base64') : undefined,
    oldSecretKeys:
      env.SECRET_KEYS_OLD?.split(',').map((part) => Buffer.from(part.trim(), 'base64')) ?? [],
    firstOwner: { username: env.ADMIN_USERNAME ?? 'admin', password: env.ADMIN_PASSWORD },
    trustProxy: env.TRUST_PROXY?.split(',').map((part) => part.trim()) ?? [],
    google: googleOf(env),
    analytics: { gtmId: env.GTM_ID, measurementId: env.GA_MEASUREMENT_ID },
    mail: mailOf(env),
    pushContact: pushContactOf(env, publicUrl),
    outboundAllow: outboundAllowOf(env),
    intake: intakeOf(env),
    /** These two override the reply times of the site's settings. */
    replyWithinMs: durationMs(env.REPLY_WITHIN ?? ''),
    chatReplyWithinMs: durationMs(env.CHAT_REPLY_WITHIN ?? ''),
    /**
     * Metrics are on a port of their own, or on the main one with the token; undefined when
     * disabled.
     */
    metrics: metricsOf(env, port),
    retain: {
      chats: wholeNumber(env.RETAIN_CHATS_DAYS),
      quarantined: wholeNumber(env.RETAIN_QUARANTINED_DAYS),
      closedInquiries: wholeNumber(env.RETAIN_CLOSED_INQUIRIES_DAYS),
      mail: wholeNumber(env.RETAIN_MAIL_DAYS),
      bookings: wholeNumber(env.RETAIN_BOOKINGS_DAYS),
    },
    automations: {
      /** The minimum of an automation's period and grace. */
      minSeconds: wholeNumber(env.AUTOMATION_MIN_SECONDS) ?? recommendedMinSeconds,
      watchdogUrl: env.WATCHDOG_URL,
      /** How many runs and ping bodies are kept for each automation. */
      runs: wholeNumber(env.RETAIN_RUNS) ?? 1_000,
      pingBodies: wholeNumber(env.RETAIN_PING_BODIES) ?? 100,
    },
    logLevel: env.LOG_LEVEL ?? 'info',
  }
}
