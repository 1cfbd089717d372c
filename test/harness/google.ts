import { google } from '#features/google/connection/contract.ts'
import type { GoogleService } from '#features/google/connection/scopes.ts'
import { googleSetups } from '#features/google/setups/contract.ts'
import { openStandIn, type StandIn } from '#features/google/stand-in/stand-in.server.ts'
import type { Database } from '#server/database/open.ts'
import { clients } from '#server/database/schema.ts'
import type { Clock, GoogleAccess } from '#server/security/google-access.ts'
import { type Click, clickConsent, setUpInputs } from './google-clicks.ts'
import { openTestApp, type Person, type TestApp } from './test-app.ts'

export type GoogleTestApp = AsyncDisposable & {
  app: TestApp
  standIn: StandIn
  access: GoogleAccess
  admin: Person
  clientId: string
  /** Sets the time limit for Google's replies, in milliseconds. */
  waitOnly(ms: number): void
}

export const clientEmail = 'ada@northfold.example'

/**
 * Opens a test app that uses a stand-in for Google, with an admin and a client. No account is
 * connected.
 */
export async function openGoogleTestApp({
  clock,
  environment = {},
  seeded = false,
}: {
  clock?: Clock
  environment?: Record<string, string>
  seeded?: boolean
} = {}): Promise<GoogleTestApp> {
  const standIn = await openStandIn()
  const pace = { callMs: 9_000, backoffMs: 5 }
  const access: GoogleAccess = {
    clientId: 'an-id',
    clientSecret: 'a-secret',
    standIn: standIn.url,
    pace,
    ...(clock && { clock }),
  }
  const app = await openTestApp({ google: access, environment, seeded })
  const admin = await app.person('admin', 'mara')
  const clientId = await newClient(app)
  return {
    app,
    standIn,
    access,
    admin,
    clientId,
    waitOnly: (ms) => {
      pace.callMs = ms
    },
    async [Symbol.asyncDispose]() {
      await app[Symbol.asyncDispose]()
      await standIn.close()
      const [violation] = standIn.violations
      if (violation) throw new Error(`Google was asked for what it does not know: ${violation}`)
    },
  }
}

/** A clock that only advances during waits or by `pass`. It starts at 0 ms. */
export function simulatedClock(): Clock & { pass(ms: number): void } {
  let now = 0
  const pass = (ms: number) => {
    now += ms
  }
  return { now: () => now, wait: async (ms) => pass(ms), pass }
}

export async function openTransactions(db: Database): Promise<number> {
  const { rows } = await db.execute<{ open: number }>(
    `select count(*)::int as open from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null
        and backend_type = 'client backend'`,
  )
  return rows[0]?.open ?? -1
}

export async function newClient(app: TestApp, name = 'Northfold'): Promise<string> {
  const [client] = await app.db.insert(clients).values({ name, email: clientEmail }).returning()
  if (!client) throw new Error('no client')
  return client.id
}

export type Consent = Click & { by?: Person }

/**
 * Opens the consent page and clicks.
 * @returns the address that Google redirects to.
 */
export async function consent(
  { standIn, admin, clientId }: GoogleTestApp,
  serviceType: GoogleService,
  click: Click = {},
): Promise<URL> {
  const { authUrl } = await admin.call(google.authUrl, { serviceType, clientId })
  return await clickConsent(standIn, authUrl, click)
}

/**
 * Follows Google's redirect as `person`.
 * @returns where our own server redirects next.
 */
export async function comeBack(app: TestApp, to: URL, person: Person): Promise<string> {
  const answer = await app.send({
    url: to.pathname + to.search,
    headers: { ...(person.cookie && { cookie: person.cookie }) },
  })
  if (answer.statusCode !== 302) throw new Error(`${answer.statusCode} ${answer.body}`)
  return String(answer.headers.location)
}

export async function connect(
  scene: GoogleTestApp,
  service: GoogleService,
  how: Consent = {},
): Promise<string> {
  return await comeBack(scene.app, await consent(scene, service, how), how.by ?? scene.admin)
}

export function press({ admin, clientId }: GoogleTestApp, service: GoogleService) {
  const inputs = setUpInputs({ id: clientId, email: clientEmail })
  switch (service) {
    case 'drive':
      return admin.call(googleSetups.drive, inputs.drive)
    case 'sheets':
      return admin.call(googleSetups.sheets, inputs.sheets)
    case 'calendar':
      return admin.call(googleSetups.calendar, inputs.calendar)
    case 'gmail':
      return admin.call(googleSetups.gmail, inputs.gmail)
  }
}

export function resources({ standIn: { workspace } }: GoogleTestApp) {
  const files = [...workspace.files.values()]
  const calendars = [...workspace.calendars.values()]
  return {
    folders: files.filter(({ mimeType }) => mimeType.endsWith('folder')).length,
    sheets: files.filter(({ mimeType }) => mimeType.endsWith('spreadsheet')).length,
    fileShares: files.flatMap(({ permissions }) => permissions).length,
    calendars: calendars.length,
    calendarShares: calendars.flatMap(({ acl }) => acl).length,
    labels: workspace.labels.size - 1,
    filters: workspace.filters.size,
  }
}
