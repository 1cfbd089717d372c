import { z } from 'zod'

const optional = z
  .string()
  .trim()
  .optional()
  .transform((value) => value || undefined)

function flag(name: string, mend: string, check: (value: string) => boolean) {
  return optional.refine((value) => value === undefined || check(value), `${name} ${mend}`)
}

function isUrl(value: string, protocols: string[]): boolean {
  return URL.canParse(value) && protocols.includes(new URL(value).protocol)
}

/** 32 bytes in base64 of either alphabet; refuses the all-zero placeholder. */
function isKey(value: string): boolean {
  const bytes = Buffer.from(value, 'base64')
  return /^[A-Za-z0-9+/_-]+=*$/.test(value) && bytes.length === 32 && bytes.some(Boolean)
}

const isPort = (value: string) => /^\d{1,5}$/.test(value) && Number(value) <= 65535

/** Loopback traffic cannot be intercepted, so it needs no https. */
function isLoopback({ hostname }: URL): boolean {
  return /^(localhost|.+\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname)
}

const portMend = 'must be a port number from 0 to 65535, for example PORT=3000'

const days = (name: string) =>
  flag(
    name,
    `must be a number of days, for example ${name}=365`,
    (v) => /^[1-9]\d{0,4}$/.test(v) && Number(v) <= 36_500,
  )

const Environment = z.object({
  NODE_ENV: optional,
  PORT: flag('PORT', portMend, isPort),
  HOST: optional,
  PUBLIC_URL: flag(
    'PUBLIC_URL',
    'must be an origin without a path, for example PUBLIC_URL=https://www.example.com',
    (v) => isUrl(v, ['http:', 'https:']) && new URL(v).origin === v.replace(/\/$/, ''),
  ),
  DATA_DIR: optional,
  DATABASE_URL: flag(
    'DATABASE_URL',
    'must look like postgres://user:password@host:5432/name; leave it unset for a PostgreSQL of its own',
    (v) => isUrl(v, ['postgres:', 'postgresql:']),
  ),
  REDIS_URL: flag('REDIS_URL', 'must look like redis://host:6379', (v) =>
    isUrl(v, ['redis:', 'rediss:']),
  ),
  S3_BUCKET: optional,
  S3_ENDPOINT: flag('S3_ENDPOINT', 'must be an http or https address', (v) =>
    isUrl(v, ['http:', 'https:']),
  ),
  S3_REGION: optional,
  S3_ACCESS_KEY_ID: optional,
  S3_SECRET_ACCESS_KEY: optional,
  SECRET_KEY: flag(
    'SECRET_KEY',
    'must be 32 bytes in base64; generate one with: node -e "console.log(crypto.randomBytes(32).toString(\'base64\'))"',
    isKey,
  ),
  SECRET_KEYS_OLD: flag(
    'SECRET_KEYS_OLD',
    'must list former values of SECRET_KEY, separated by commas',
    (v) => v.split(',').every((part) => isKey(part.trim())),
  ),
  ADMIN_USERNAME: flag('ADMIN_USERNAME', 'must have 1 to 100 characters', (v) => v.length <= 100),
  ADMIN_PASSWORD: z
    .string()
    .optional()
    .transform((value) => value || undefined)
    .refine(
      (v) => v === undefined || (v.length >= 8 && Buffer.byteLength(v) <= 1024),
      'ADMIN_PASSWORD must have at least 8 characters and at most 1,024 bytes; leave it unset and one is generated and printed once',
    ),
  TRUST_PROXY: flag(
    'TRUST_PROXY',
    'must list proxy addresses or ranges, for example TRUST_PROXY=127.0.0.1,10.0.0.0/8',
    (v) => v.split(',').every((part) => /^[0-9a-fA-F:.]{2,}(\/\d{1,3})?$/.test(part.trim())),
  ),
  GOOGLE_CLIENT_ID: optional,
  GOOGLE_CLIENT_SECRET: optional,
  GOOGLE: flag(
    'GOOGLE',
    "can only be 'fake', which starts a local stand-in, or the origin of one that runs on this machine, such as http://127.0.0.1:9000",
    (v) => v === 'fake' || /^http:\/\/(127\.0\.0\.1|localhost|\[::1\]):\d{1,5}$/.test(v),
  ),
  GTM_ID: flag('GTM_ID', 'must look like GTM-XXXXXXX', (v) => /^GTM-[A-Z0-9]+$/.test(v)),
  GA_MEASUREMENT_ID: flag('GA_MEASUREMENT_ID', 'must look like G-XXXXXXXXXX', (v) =>
    /^G-[A-Z0-9]+$/.test(v),
  ),
  SMTP_URL: flag('SMTP_URL', 'must look like smtp://user:password@host:587', (v) =>
    isUrl(v, ['smtp:', 'smtps:']),
  ),
  MAIL_FROM: optional,
  MAIL_TO: optional,
  METRICS_PORT: flag(
    'METRICS_PORT',
    'must be a port number from 1 to 65535, for example METRICS_PORT=9100',
    (v) => isPort(v) && Number(v) > 0,
  ),
  METRICS_HOST: optional,
  METRICS_TOKEN: flag(
    'METRICS_TOKEN',
    'must have 16 to 200 characters without spaces; generate one with: node -e "console.log(crypto.randomBytes(32).toString(\'hex\'))"',
    (v) => /^[!-~]{16,200}$/.test(v),
  ),
  RETAIN_CHATS_DAYS: days('RETAIN_CHATS_DAYS'),
  RETAIN_QUARANTINED_DAYS: days('RETAIN_QUARANTINED_DAYS'),
  RETAIN_CLOSED_INQUIRIES_DAYS: days('RETAIN_CLOSED_INQUIRIES_DAYS'),
  LOG_LEVEL: flag(
    'LOG_LEVEL',
    'must be one of fatal, error, warn, info, debug, trace, silent',
    (v) => ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'].includes(v),
  ),
})

/** Settings from the environment, read once. Secrets live here and nowhere else. */
export type Config = {
  production: boolean
  port: number
  host: string
  /** Canonical origin, no trailing slash. */
  publicUrl: string
  /** Origins that may send changing requests. */
  allowedOrigins: string[]
  /** Session cookies are `Secure` and `__Host-` prefixed. */
  secureCookies: boolean
  dataDir: string
  databaseUrl: string | undefined
  redisUrl: string | undefined
  s3:
    | {
        bucket: string
        endpoint: string | undefined
        region: string
        accessKeyId: string | undefined
        secretAccessKey: string | undefined
      }
    | undefined
  /** 32 bytes; when undefined, a key is kept in the data directory. */
  secretKey: Buffer | undefined
  /** Former keys, only for decryption. */
  oldSecretKeys: Buffer[]
  firstOwner: { username: string; password: string | undefined }
  trustProxy: string[]
  google: { clientId: string; clientSecret: string } | { standIn: string } | 'fake' | undefined
  analytics: { gtmId: string | undefined; measurementId: string | undefined }
  mail: { smtpUrl: string; from: string; to: string } | undefined
  /** On a separate port, or on the main one with the token; undefined when disabled. */
  metrics: { port: number | undefined; host: string; token: string | undefined } | undefined
  /** Days; undefined keeps data forever. */
  retain: {
    chats: number | undefined
    quarantined: number | undefined
    closedInquiries: number | undefined
  }
  logLevel: string
}

/** Its message is one line that names the variable and the remedy. */
export class ConfigError extends Error {}

function together(env: Record<string, unknown>, trigger: string, needed: string[]): boolean {
  const any = [trigger, ...needed].some((name) => env[name] !== undefined)
  if (!any) return false
  const missing = [trigger, ...needed].find((name) => env[name] === undefined)
  if (missing === undefined) return true
  const present = [trigger, ...needed].find((name) => env[name] !== undefined)
  throw new ConfigError(`${missing} is missing: set it too, or unset ${present}.`)
}

function googleOf(env: z.output<typeof Environment>): Config['google'] {
  const { GOOGLE: standIn, GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret } = env
  together(env, 'GOOGLE_CLIENT_ID', ['GOOGLE_CLIENT_SECRET'])
  if (standIn) return standIn === 'fake' ? 'fake' : { standIn }
  return clientId && clientSecret ? { clientId, clientSecret } : undefined
}

const wholeNumber = (text: string | undefined) => (text === undefined ? undefined : Number(text))

function metricsOf(env: z.output<typeof Environment>, mainPort: number): Config['metrics'] {
  const { METRICS_HOST: host, METRICS_TOKEN: token } = env
  const port = wholeNumber(env.METRICS_PORT)
  if (host && port === undefined) {
    throw new ConfigError('METRICS_PORT is missing: set it too, or unset METRICS_HOST.')
  }
  if (port === mainPort) throw new ConfigError('METRICS_PORT must differ from PORT.')
  return port || token ? { port, host: host ?? '127.0.0.1', token } : undefined
}

/**
 * @param source usually `process.env`; blank values count as unset.
 * @throws ConfigError naming the first wrong variable and what to do.
 */
export function readConfig(source: Record<string, string | undefined>): Config {
  const parsed = Environment.safeParse(source)
  if (!parsed.success) {
    throw new ConfigError(`${parsed.error.issues[0]?.message}.`)
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
  const mail = together(env, 'SMTP_URL', ['MAIL_FROM', 'MAIL_TO'])
  if (!env.S3_BUCKET && (env.S3_ENDPOINT || env.S3_ACCESS_KEY_ID || env.S3_SECRET_ACCESS_KEY)) {
    throw new ConfigError('S3_BUCKET is missing: set it too, or unset the other S3_ variables.')
  }
  const keys = together(env, 'S3_ACCESS_KEY_ID', ['S3_SECRET_ACCESS_KEY'])
  return {
    production,
    port,
    host: env.HOST ?? '127.0.0.1',
    publicUrl,
    allowedOrigins: env.PUBLIC_URL
      ? [publicUrl]
      : [publicUrl, `http://127.0.0.1:${port}`, `http://[::1]:${port}`],
    secureCookies: publicUrl.startsWith('https:'),
    dataDir: env.DATA_DIR ?? './data',
    databaseUrl: env.DATABASE_URL,
    redisUrl: env.REDIS_URL,
    s3: env.S3_BUCKET
      ? {
          bucket: env.S3_BUCKET,
          endpoint: env.S3_ENDPOINT,
          region: env.S3_REGION ?? 'us-east-1',
          accessKeyId: keys ? env.S3_ACCESS_KEY_ID : undefined,
          secretAccessKey: keys ? env.S3_SECRET_ACCESS_KEY : undefined,
        }
      : undefined,
    secretKey: env.SECRET_KEY ? Buffer.from(env.SECRET_KEY, 'base64') : undefined,
    oldSecretKeys:
      env.SECRET_KEYS_OLD?.split(',').map((part) => Buffer.from(part.trim(), 'base64')) ?? [],
    firstOwner: { username: env.ADMIN_USERNAME ?? 'admin', password: env.ADMIN_PASSWORD },
    trustProxy: env.TRUST_PROXY?.split(',').map((part) => part.trim()) ?? [],
    google: googleOf(env),
    analytics: { gtmId: env.GTM_ID, measurementId: env.GA_MEASUREMENT_ID },
    mail:
      mail && env.SMTP_URL && env.MAIL_FROM && env.MAIL_TO
        ? { smtpUrl: env.SMTP_URL, from: env.MAIL_FROM, to: env.MAIL_TO }
        : undefined,
    metrics: metricsOf(env, port),
    retain: {
      chats: wholeNumber(env.RETAIN_CHATS_DAYS),
      quarantined: wholeNumber(env.RETAIN_QUARANTINED_DAYS),
      closedInquiries: wholeNumber(env.RETAIN_CLOSED_INQUIRIES_DAYS),
    },
    logLevel: env.LOG_LEVEL ?? 'info',
  }
}
