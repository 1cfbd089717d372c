import { asc, eq, sql } from 'drizzle-orm'
import { Failure } from '#contract/failure.ts'
import { byName } from '#server/database/by-name.ts'
import { clients, googleSetups as table } from '#server/database/schema.ts'
import type { Service } from '#server/service/context.ts'
import { accessOf } from '../connection/connection.server.ts'
import { grantOf } from '../connection/grants.server.ts'
import { groupOf } from '../connection/scopes.ts'
import { setUpCalendar } from './calendar.server.ts'
import { queueCheck } from './check-setups.server.ts'
import type { googleSetups } from './contract.ts'
import { setUpDrive } from './drive.server.ts'
import { setUpGmail } from './gmail.server.ts'
import { clientOf, setupOf } from './records.server.ts'
import { services, setUp, undo, unshare } from './setting-up.server.ts'
import { setUpSheets } from './sheets.server.ts'
import { without } from './step.server.ts'

function shown<S extends { sharedWith: string[] }>(setup: S, { email }: { email: string }) {
  return { ...setup, previousAddresses: without(setup.sharedWith, email) }
}

export const googleSetupsService: Service<typeof googleSetups> = {
  async state(context, { clientId }) {
    const { db } = context
    const client = await clientOf(db, clientId)
    await queueCheck(context, clientId)
    const setups = await db.select().from(table).where(eq(table.clientId, clientId))
    return { setups: setups.map((setup) => shown(setup, client)) }
  },

  async plan(context, { clientId, serviceType }) {
    accessOf(context)
    const { db } = context
    const client = await clientOf(db, clientId)
    const [setup, grant] = await Promise.all([
      setupOf(db, { clientId, service: serviceType }),
      grantOf(db, groupOf[serviceType]),
    ])
    return {
      repairs: Boolean(setup?.resourceId),
      account: grant?.email ?? null,
      unshares: without(setup?.sharedWith ?? [], client.email),
      ...services[serviceType].plan(client, context.content.resolved()),
    }
  },

  async shared({ db }) {
    const found = await db
      .select({
        service: table.service,
        url: table.url,
        sharedWith: table.sharedWith,
        clientId: table.clientId,
        clientName: clients.name,
        email: clients.email,
      })
      .from(table)
      .innerJoin(clients, eq(clients.id, table.clientId))
      .where(sql`cardinality(${table.sharedWith}) > 0`)
      .orderBy(byName(clients.name), asc(table.service))
    return found.map((setup) => shown(setup, setup))
  },

  async sheet(context, { clientId }) {
    accessOf(context)
    const setup = await setupOf(context.db, { clientId, service: 'sheets' })
    const isOurs = setup?.url?.startsWith('https://docs.google.com/')
    if (!setup?.url || setup.state !== 'done' || !isOurs) {
      throw new Failure('not_found', 'This client has no dashboard yet.')
    }
    return { spreadsheetUrl: setup.url }
  },

  async drive(context, input) {
    const made = await setUp(context, 'drive', input, setUpDrive)
    return { ...made, folderUrl: made.url }
  },

  async sheets(context, input) {
    const made = await setUp(context, 'sheets', input, setUpSheets(context))
    return { ...made, spreadsheetUrl: made.url }
  },

  async calendar(context, input) {
    const made = await setUp(context, 'calendar', input, setUpCalendar)
    return { ...made, calendarUrl: made.url }
  },

  gmail(context, { clientId, categories }) {
    const make = setUpGmail([...new Set(categories)])
    return setUp(context, 'gmail', { clientId, shareWithClient: false }, make)
  },

  unshare: (context, { clientId, serviceType: service, email }) =>
    unshare(context, { clientId, service, email }),

  undo: (context, { clientId, serviceType: service }) => undo(context, { clientId, service }),
}
