import type { sheets_v4 } from '@googleapis/sheets'
import { projectStatuses } from '#contract/vocabulary.ts'
import type { projects } from '#server/database/schema.ts'
import type { ClientRow } from './records.server.ts'

type Request = sheets_v4.Schema$Request
type Cell = sheets_v4.Schema$CellData
type Row = sheets_v4.Schema$RowData

export type ProjectLine = Pick<
  typeof projects.$inferSelect,
  'title' | 'status' | 'progress' | 'budget' | 'startDate' | 'endDate'
>

/** Fixed ids, so that later writes need no lookup. */
const sheetIds = { overview: 0, projects: 101, milestones: 102 }

/**
 * Increment this when the layout changes. It is stored in the spreadsheet once that is completely
 * built.
 */
const dashboardVersion = '1'
export const versionKey = 'dashboardVersion'

const projectColumns = ['Project', 'Status', 'Progress %', 'Budget', 'Start', 'End']
const milestoneColumns = ['Day', 'What', 'Project']

/** A text cell. `stringValue` is stored as is, so that user input never becomes a formula. */
const text = (value: string): Cell => ({ userEnteredValue: { stringValue: value } })
const number = (value: number): Cell => ({ userEnteredValue: { numberValue: value } })
/** Only for formulas written in this file. */
const formula = (value: string): Cell => ({ userEnteredValue: { formulaValue: value } })
const bold = (value: string): Cell => ({
  ...text(value),
  userEnteredFormat: { textFormat: { bold: true } },
})

const asDate = (cell: Cell): Cell => ({
  ...cell,
  userEnteredFormat: { numberFormat: { type: 'DATE', pattern: 'yyyy-mm-dd' } },
})

/** Days since December 30, 1899, the epoch of spreadsheets. */
const day = (date: Date | null): Cell =>
  date ? asDate(number(Math.floor(date.getTime() / 86_400_000) + 25_569)) : text('')

const wordsOf = (status: string) => status.replaceAll('_', ' ')

const row = (...values: Cell[]): Row => ({ values })

function overviewRows({ name, company }: ClientRow): Row[] {
  return [
    row(bold('Client'), text(name)),
    row(bold('Company'), text(company ?? '')),
    row(),
    row(bold('Projects'), formula('=COUNTA(Projects!A2:A)')),
    row(bold('Average progress %'), formula('=IFERROR(ROUND(AVERAGE(Projects!C2:C)),0)')),
    row(
      bold('Next end'),
      asDate(
        formula(
          '=IFERROR(IF(COUNTIF(Projects!F2:F,">="&TODAY())=0,"",MINIFS(Projects!F2:F,Projects!F2:F,">="&TODAY())),"")',
        ),
      ),
    ),
    row(),
    row(bold('Status'), bold('Projects')),
    ...projectStatuses
      .map(wordsOf)
      .map((status) => row(text(status), formula(`=COUNTIF(Projects!B2:B,"${status}")`))),
  ]
}

function projectRows(projects: readonly ProjectLine[]): Row[] {
  return projects.map(({ title, status, progress, budget, startDate, endDate }) =>
    row(
      text(title),
      text(wordsOf(status)),
      number(progress),
      text(budget ?? ''),
      day(startDate),
      day(endDate),
    ),
  )
}

function milestoneRows(projects: readonly ProjectLine[]): Row[] {
  return projects
    .flatMap(({ title, startDate, endDate }) => [
      ...(startDate ? [{ at: startDate, what: 'Project starts', title }] : []),
      ...(endDate ? [{ at: endDate, what: 'Project ends', title }] : []),
    ])
    .sort((a, b) => a.at.getTime() - b.at.getTime())
    .map(({ at, what, title }) => row(day(at), text(what), text(title)))
}

const cells = (sheetId: number, rows: Row[], height: number, width: number): Request => ({
  updateCells: {
    range: {
      sheetId,
      startRowIndex: 0,
      endRowIndex: height,
      startColumnIndex: 0,
      endColumnIndex: width,
    },
    rows,
    fields: 'userEnteredValue,userEnteredFormat',
  },
})

/** Resizes the sheet and fills the whole range, so that deleted projects disappear. */
function fill(sheetId: number, columns: string[], rows: Row[]): Request[] {
  const rowCount = Math.max(rows.length + 1, 2)
  return [
    {
      updateSheetProperties: {
        properties: { sheetId, gridProperties: { rowCount, frozenRowCount: 1 } },
        fields: 'gridProperties.rowCount,gridProperties.frozenRowCount',
      },
    },
    cells(sheetId, [row(...columns.map(bold)), ...rows], rowCount, columns.length),
  ]
}

export function contentRequests(client: ClientRow, projects: readonly ProjectLine[]): Request[] {
  const overview = overviewRows(client)
  return [
    cells(sheetIds.overview, overview, overview.length, 2),
    ...fill(sheetIds.projects, projectColumns, projectRows(projects)),
    ...fill(sheetIds.milestones, milestoneColumns, milestoneRows(projects)),
  ]
}

const addSheet = (sheetId: number, title: string): Request => ({
  addSheet: { properties: { sheetId, title, gridProperties: { rowCount: 2, columnCount: 6 } } },
})

const column = (sheetId: number, at: number): sheets_v4.Schema$ChartData => ({
  sourceRange: {
    sources: [
      { sheetId, startRowIndex: 7, endRowIndex: 14, startColumnIndex: at, endColumnIndex: at + 1 },
    ],
  },
})

function statusChart(): Request {
  const anchor = { sheetId: sheetIds.overview, rowIndex: 0, columnIndex: 3 }
  return {
    addChart: {
      chart: {
        spec: {
          title: 'Projects by status',
          pieChart: {
            legendPosition: 'LABELED_LEGEND',
            domain: column(sheetIds.overview, 0),
            series: column(sheetIds.overview, 1),
          },
        },
        position: { overlayPosition: { anchorCell: anchor } },
      },
    },
  }
}

/** Builds the dashboard in one atomic call. The version comes last. */
export function buildRequests(
  client: ClientRow,
  title: string,
  projects: readonly ProjectLine[],
): Request[] {
  return [
    { updateSpreadsheetProperties: { properties: { title }, fields: 'title' } },
    {
      updateSheetProperties: {
        properties: {
          sheetId: sheetIds.overview,
          title: 'Overview',
          gridProperties: { hideGridlines: true },
        },
        fields: 'title,gridProperties.hideGridlines',
      },
    },
    ...missingTabs([]),
    ...contentRequests(client, projects),
    ...[sheetIds.projects, sheetIds.milestones].map(
      (sheetId): Request => ({
        addProtectedRange: {
          protectedRange: {
            range: { sheetId },
            warningOnly: true,
            description: 'Written automatically',
          },
        },
      }),
    ),
    statusChart(),
    {
      createDeveloperMetadata: {
        developerMetadata: {
          metadataKey: versionKey,
          metadataValue: dashboardVersion,
          visibility: 'PROJECT',
          location: { spreadsheet: true },
        },
      },
    },
  ]
}

export function missingTabs(present: readonly number[]): Request[] {
  const titles = { [sheetIds.projects]: 'Projects', [sheetIds.milestones]: 'Timeline' }
  return Object.entries(titles)
    .filter(([id]) => !present.includes(Number(id)))
    .map(([id, title]) => addSheet(Number(id), title))
}
