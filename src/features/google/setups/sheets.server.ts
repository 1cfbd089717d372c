import type { sheets_v4 } from '@googleapis/sheets'
import { asc, eq } from 'drizzle-orm'
import { projects } from '#server/database/schema.ts'
import type { Dependencies } from '#server/service/context.ts'
import type { GoogleSession } from '../connection/session.server.ts'
import { fileAccess, isFileThere, removeFile, restoreFile } from './drive.server.ts'
import type { ClientRow } from './records.server.ts'
import {
  buildRequests,
  contentRequests,
  missingTabs,
  type ProjectLine,
  versionKey,
} from './sheet-content.server.ts'
import { type Made, type Service, updateAccess, type Work } from './step.server.ts'

const sheetType = 'application/vnd.google-apps.spreadsheet'

const nameFor = (clientName: string) => `${clientName} dashboard`

async function projectLines({ db }: Dependencies, clientId: string): Promise<ProjectLine[]> {
  const { title, status, progress, budget, startDate, endDate } = projects
  return await db
    .select({ title, status, progress, budget, startDate, endDate })
    .from(projects)
    .where(eq(projects.clientId, clientId))
    .orderBy(asc(projects.createdAt), asc(projects.id))
}

/** Finds the spreadsheet by its properties, in case the response to its creation was lost. */
async function findDashboard({ session, client }: Work): Promise<string | undefined> {
  const q = `mimeType = '${sheetType}' and trashed = false and appProperties has { key='clientId' and value='${client.id}' }`
  const { files = [] } = await session.ask('drive', (api) =>
    api.files.list({ q, orderBy: 'createdTime', fields: 'files(id)' }),
  )
  return files[0]?.id ?? undefined
}

/**
 * Creates the spreadsheet through Drive, which sets searchable properties in the same call. Sheets
 * has no search.
 */
async function makeDashboard({ session, client }: Work): Promise<string> {
  const requestBody = {
    name: nameFor(client.name),
    mimeType: sheetType,
    appProperties: { clientId: client.id, kind: 'dashboard' },
  }
  const { id } = await session.askOnce('drive', (api) =>
    api.files.create({ fields: 'id', requestBody }),
  )
  if (!id) throw new Error('Drive returned no id')
  return id
}

const write = (
  ask: GoogleSession['ask'],
  spreadsheetId: string,
  requests: sheets_v4.Schema$Request[],
) =>
  ask('sheets', (api) => api.spreadsheets.batchUpdate({ spreadsheetId, requestBody: { requests } }))

function read(session: GoogleSession, spreadsheetId: string) {
  const fields =
    'spreadsheetUrl,sheets.properties.sheetId,developerMetadata(metadataKey,metadataValue)'
  return session.ask('sheets', (api) => api.spreadsheets.get({ spreadsheetId, fields }))
}

async function refill(deps: Dependencies, session: GoogleSession, id: string, client: ClientRow) {
  const { sheets: tabs = [] } = await read(session, id)
  const content = contentRequests(client, await projectLines(deps, client.id))
  const lost = missingTabs(tabs.map(({ properties }) => properties?.sheetId ?? 0))
  await write(lost.length > 0 ? session.askOnce : session.ask, id, [...lost, ...content])
}

export async function syncDashboard(
  deps: Dependencies,
  session: GoogleSession,
  spreadsheetId: string,
  client: ClientRow,
): Promise<boolean> {
  if (!(await isFileThere(session, spreadsheetId))) return false
  await refill(deps, session, spreadsheetId, client)
  return true
}

export function setUpSheets(deps: Dependencies) {
  return async (work: Work): Promise<Made> => {
    const { session, setup, client, save } = work
    const before = setup.resourceId
    const isUsable = before && (await restoreFile(session, before))
    const id = isUsable ? before : ((await findDashboard(work)) ?? (await makeDashboard(work)))
    await save({ state: 'created', step: 'spreadsheet', resourceId: id })
    const { spreadsheetUrl, developerMetadata = [] } = await read(session, id)
    if (developerMetadata.some(({ metadataKey }) => metadataKey === versionKey)) {
      await refill(deps, session, id, client)
    } else {
      const lines = await projectLines(deps, client.id)
      await write(session.askOnce, id, buildRequests(client, nameFor(client.name), lines))
    }
    const url = spreadsheetUrl ?? `https://docs.google.com/spreadsheets/d/${id}/edit`
    await save({ step: 'content', url })
    return { resourceId: id, url, ...(await updateAccess(work, fileAccess(session, id))) }
  }
}

export const sheets: Service = {
  plan: ({ name, email }) => ({
    creates: [`Spreadsheet “${nameFor(name)}” with overview, projects and timeline`],
    shares: [{ with: email, what: 'the spreadsheet', role: 'may read' }],
  }),
  gone: 'The dashboard was deleted in Google Drive. Create it again to repair it.',
  isThere: isFileThere,
  access: fileAccess,
  remove: removeFile,
}
