import type { drive_v3 } from '@googleapis/drive'
import type { sheets_v4 } from '@googleapis/sheets'
import { asc, eq } from 'drizzle-orm'
import type { Dependencies } from '../../../server/context.ts'
import { projects } from '../../../server/database/schema.ts'
import type { GoogleSession } from '../connection/session.server.ts'
import { findFile, isFileThere, shareFile } from './drive.server.ts'
import { openDrive, openSheets } from './interfaces.server.ts'
import type { ClientRow } from './records.server.ts'
import {
  buildRequests,
  contentRequests,
  missingTabs,
  type ProjectLine,
  versionKey,
} from './sheet-content.server.ts'
import type { Made, Work } from './step.server.ts'

const sheetType = 'application/vnd.google-apps.spreadsheet'

export const dashboardNameFor = (clientName: string) => `${clientName} dashboard`

async function projectLines({ db }: Dependencies, clientId: string): Promise<ProjectLine[]> {
  return await db
    .select({
      title: projects.title,
      status: projects.status,
      progress: projects.progress,
      budget: projects.budget,
      startDate: projects.startDate,
      endDate: projects.endDate,
    })
    .from(projects)
    .where(eq(projects.clientId, clientId))
    .orderBy(asc(projects.createdAt), asc(projects.id))
}

/** Finds the spreadsheet by its mark, in case the answer to its creation was lost. */
async function findDashboard({ session, client }: Work): Promise<string | undefined> {
  const api = await openDrive(session)
  const { files = [] } = await session.ask<drive_v3.Schema$FileList>(
    () =>
      api.files.list({
        q: `mimeType = '${sheetType}' and trashed = false and appProperties has { key='clientId' and value='${client.id}' }`,
        orderBy: 'createdTime',
        fields: 'files(id)',
      }),
    'repeatable',
  )
  return files[0]?.id ?? undefined
}

/** Created through Drive, which sets the searchable mark in the same call; Sheets has no search. */
async function makeDashboard({ session, client }: Work): Promise<string> {
  const api = await openDrive(session)
  const { id } = await session.ask<drive_v3.Schema$File>(
    () =>
      api.files.create({
        fields: 'id',
        requestBody: {
          name: dashboardNameFor(client.name),
          mimeType: sheetType,
          appProperties: { clientId: client.id, kind: 'dashboard' },
        },
      }),
    'once',
  )
  if (!id) throw new Error('Drive named no id')
  return id
}

async function write(
  session: GoogleSession,
  spreadsheetId: string,
  requests: sheets_v4.Schema$Request[],
  repeatable: 'repeatable' | 'once',
) {
  const api = await openSheets(session)
  return await session.ask(
    () => api.spreadsheets.batchUpdate({ spreadsheetId, requestBody: { requests } }),
    repeatable,
  )
}

async function read(session: GoogleSession, spreadsheetId: string) {
  const api = await openSheets(session)
  return await session.ask<sheets_v4.Schema$Spreadsheet>(
    () =>
      api.spreadsheets.get({
        spreadsheetId,
        fields:
          'spreadsheetUrl,sheets.properties.sheetId,developerMetadata(metadataKey,metadataValue)',
      }),
    'repeatable',
  )
}

async function refill(deps: Dependencies, session: GoogleSession, id: string, client: ClientRow) {
  const { sheets: tabs = [] } = await read(session, id)
  const present = tabs.map(({ properties }) => properties?.sheetId ?? 0)
  const content = contentRequests(client, await projectLines(deps, client.id))
  const lost = missingTabs(present)
  await write(session, id, [...lost, ...content], lost.length > 0 ? 'once' : 'repeatable')
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
    const isKept = setup.resourceId && (await findFile(session, setup.resourceId))
    const id = isKept
      ? (setup.resourceId ?? '')
      : ((await findDashboard(work)) ?? (await makeDashboard(work)))
    await save({ state: 'created', step: 'spreadsheet', resourceId: id })
    const { spreadsheetUrl, developerMetadata = [] } = await read(session, id)
    if (developerMetadata.some(({ metadataKey }) => metadataKey === versionKey)) {
      await refill(deps, session, id, client)
    } else {
      const lines = await projectLines(deps, client.id)
      const requests = buildRequests(client, dashboardNameFor(client.name), lines)
      await write(session, id, requests, 'once')
    }
    const url = spreadsheetUrl ?? `https://docs.google.com/spreadsheets/d/${id}/edit`
    await save({ step: 'content', url })
    return { resourceId: id, url, ...(await shareFile(work, id, 'reader')) }
  }
}
