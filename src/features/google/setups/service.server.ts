import { asc, eq, sql } from 'drizzle-orm'
import { Failure } from '../../../contract/failure.ts'
import type { Service } from '../../../server/context.ts'
import { clients, googleSetups as table } from '../../../server/database/schema.ts'
import { accessOf } from '../connection/connection.server.ts'
import { grantOf } from '../connection/grants.server.ts'
import { type GoogleService, groupOf } from '../connection/scopes.ts'
import {
  calendarNameFor,
  removeCalendar,
  setUpCalendar,
  unshareCalendar,
} from './calendar.server.ts'
import type { googleSetups, Plan } from './contract.ts'
import { folderNameFor, removeFile, setUpDrive, subfolders, unshareFile } from './drive.server.ts'
import { labelRootFor, mailCategories, removeMailSetup, setUpGmail } from './gmail.server.ts'
import { lookSoon } from './looking.server.ts'
import { type ClientRow, clientOf, setupOf } from './records.server.ts'
import { setUp, undo } from './setting-up.server.ts'
import { previousAddresses, unshare } from './sharing.server.ts'
import { dashboardNameFor, setUpSheets } from './sheets.server.ts'

function planFor(
  service: GoogleService,
  { name, email }: ClientRow,
): Pick<Plan, 'creates' | 'shares'> {
  const shared = (what: string, role: string) => [{ with: email, what, role }]
  switch (service) {
    case 'drive':
      return {
        creates: [
          `Folder “${folderNameFor(name)}”`,
          ...subfolders.map((folder) => `Folder “${folder}” inside it`),
        ],
        shares: shared('the folder and what is in it', 'may add and edit'),
      }
    case 'sheets':
      return {
        creates: [`Spreadsheet “${dashboardNameFor(name)}” with overview, projects and timeline`],
        shares: shared('the spreadsheet', 'may read'),
      }
    case 'calendar':
      return {
        creates: [`Calendar “${calendarNameFor(name)}”`],
        shares: shared('the calendar', 'may read'),
      }
    case 'gmail':
      return {
        creates: [
          `Label “${labelRootFor(name)}” with ${Object.values(mailCategories).length} labels below it`,
          `Filters that sort mail from ${email} into them`,
        ],
        shares: [],
      }
  }
}

function shown<S extends { sharedWith: string[] }>(setup: S, { email }: { email: string }) {
  return { ...setup, previousAddresses: previousAddresses(setup.sharedWith, email) }
}

export const googleSetupsService: Service<typeof googleSetups> = {
  async state(context, { clientId }) {
    const { db } = context
    const client = await clientOf(db, clientId)
    await lookSoon(context, clientId)
    const setups = await db.select().from(table).where(eq(table.clientId, clientId))
    return { setups: setups.map((setup) => shown(setup, client)) }
  },

  async plan(context, { clientId, serviceType }) {
    accessOf(context)
    const { db } = context
    const client = await clientOf(db, clientId)
    const [setup, grant] = await Promise.all([
      setupOf(db, clientId, serviceType),
      grantOf(db, groupOf[serviceType]),
    ])
    return {
      repairs: Boolean(setup?.resourceId),
      account: grant?.email ?? null,
      unshares: previousAddresses(setup?.sharedWith ?? [], client.email),
      ...planFor(serviceType, client),
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
      .orderBy(asc(clients.name), asc(table.service))
    return found.map((setup) => shown(setup, setup))
  },

  async sheet(context, { clientId }) {
    accessOf(context)
    const setup = await setupOf(context.db, clientId, 'sheets')
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

  async gmail(context, { clientId, categories }) {
    return await setUp(
      context,
      'gmail',
      { clientId, shareWithClient: false },
      setUpGmail([...new Set(categories)]),
    )
  },

  async unshare(context, { clientId, serviceType: service, email }) {
    await unshare(context, { clientId, service, email }, async (session, { resourceId }) => {
      if (!resourceId) return
      const take = service === 'calendar' ? unshareCalendar : unshareFile
      await take(session, resourceId, email)
    })
    return { success: true }
  },

  async undo(context, { clientId, serviceType }) {
    await undo(context, serviceType, clientId, async (session, setup, email) => {
      const { resourceId: id, details } = setup
      if (serviceType === 'gmail') return await removeMailSetup(session, details)
      if (!id) return
      if (serviceType === 'calendar') return await removeCalendar(session, id)
      for (const address of new Set([...setup.sharedWith, email])) {
        await unshareFile(session, id, address)
      }
      await removeFile(session, id)
    })
    return { success: true }
  },
}
