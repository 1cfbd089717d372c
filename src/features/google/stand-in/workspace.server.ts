import {
  type Answer,
  type Json,
  newId,
  notFound,
  ok,
  type Request,
  refusal,
} from './answers.server.ts'
import { type Calendars, calendar } from './calendar.server.ts'

type FakeFile = {
  id: string
  name: string
  mimeType: string
  trashed: boolean
  parents: string[]
  appProperties: Record<string, string>
  permissions: { id: string; type: string; role: string; emailAddress: string }[]
  metadata: { metadataKey: string; metadataValue: string }[]
  tabs: number[]
  cells: Record<number, unknown>
}

export type Workspace = Calendars & {
  files: Map<string, FakeFile>
  labels: Map<string, { id: string; name: string }>
  filters: Map<string, Json & { id: string }>
}

export function emptyWorkspace(): Workspace {
  const inbox = { id: 'INBOX', name: 'INBOX' }
  return {
    files: new Map(),
    calendars: new Map(),
    busy: new Map(),
    meet: 'success',
    labels: new Map([[inbox.id, inbox]]),
    filters: new Map(),
  }
}

/** Drive returns few fields unless `fields` lists more. */
function shownFile(file: FakeFile, query: URLSearchParams): Json {
  const isSheet = file.mimeType.endsWith('spreadsheet')
  const all: Json = {
    ...file,
    kind: 'drive#file',
    webViewLink: isSheet
      ? `https://docs.google.com/spreadsheets/d/${file.id}/edit`
      : `https://drive.google.com/drive/folders/${file.id}`,
  }
  const fields = query.get('fields')?.split(',') ?? ['kind', 'id', 'name', 'mimeType']
  return Object.fromEntries(fields.map((name) => [name, all[name]]))
}

type Handler = (workspace: Workspace, request: Request) => Answer

const drive: Record<string, Handler> = {
  'drive.files.generateIds': (_, { query }) =>
    ok({ ids: Array.from({ length: Number(query.get('count') ?? 10) }, () => newId('f')) }),

  'drive.files.create': ({ files }, { query, body }) => {
    const id = String(body.id ?? newId('d'))
    if (files.has(id)) return refusal(409, 'fileIdInUse')
    const file: FakeFile = {
      id,
      name: String(body.name),
      mimeType: String(body.mimeType),
      trashed: false,
      parents: (body.parents as string[]) ?? [],
      appProperties: (body.appProperties as Record<string, string>) ?? {},
      permissions: [],
      metadata: [],
      tabs: [0],
      cells: {},
    }
    files.set(id, file)
    return ok(shownFile(file, query))
  },

  'drive.files.get': ({ files }, { ids, query }) => {
    const file = files.get(ids.fileId ?? '')
    return file ? ok(shownFile(file, query)) : notFound
  },

  'drive.files.update': ({ files }, { ids, query, body }) => {
    const file = files.get(ids.fileId ?? '')
    if (!file) return notFound
    Object.assign(file, body)
    return ok(shownFile(file, query))
  },

  'drive.files.delete': ({ files }, { ids }) => {
    const id = ids.fileId ?? ''
    if (!files.delete(id)) return notFound
    for (const file of files.values()) if (file.parents.includes(id)) files.delete(file.id)
    return { status: 204 }
  },

  'drive.files.list': ({ files }, { query }) => {
    const wanted = /appProperties has \{ key='clientId' and value='([^']+)' \}/.exec(
      query.get('q') ?? '',
    )?.[1]
    const type = /mimeType = '([^']+)'/.exec(query.get('q') ?? '')?.[1]
    const found = [...files.values()].filter(
      (file) => file.appProperties.clientId === wanted && file.mimeType === type && !file.trashed,
    )
    return ok({ files: found.map(({ id }) => ({ id })) })
  },

  'drive.permissions.list': ({ files }, { ids }) => {
    const file = files.get(ids.fileId ?? '')
    return file ? ok({ permissions: file.permissions }) : notFound
  },

  'drive.permissions.create': ({ files }, { ids, body }) => {
    const file = files.get(ids.fileId ?? '')
    if (!file) return notFound
    const permission = {
      id: newId('p'),
      type: String(body.type),
      role: String(body.role),
      emailAddress: String(body.emailAddress),
    }
    file.permissions.push(permission)
    return ok({ id: permission.id })
  },

  'drive.permissions.delete': ({ files }, { ids }) => {
    const file = files.get(ids.fileId ?? '')
    if (!file) return notFound
    file.permissions = file.permissions.filter(({ id }) => id !== ids.permissionId)
    return { status: 204 }
  },
}

type SheetRequest = {
  addSheet?: { properties: { sheetId: number } }
  updateCells?: { range: { sheetId: number }; rows: unknown }
  createDeveloperMetadata?: { developerMetadata: FakeFile['metadata'][number] }
}

const sheets: Record<string, Handler> = {
  'sheets.spreadsheets.get': ({ files }, { ids }) => {
    const file = files.get(ids.spreadsheetId ?? '')
    if (!file) return notFound
    return ok({
      spreadsheetUrl: `https://docs.google.com/spreadsheets/d/${file.id}/edit`,
      developerMetadata: file.metadata,
      sheets: file.tabs.map((sheetId) => ({ properties: { sheetId } })),
    })
  },

  'sheets.spreadsheets.batchUpdate': ({ files }, { ids, body }) => {
    const file = files.get(ids.spreadsheetId ?? '')
    if (!file) return notFound
    const tabs = [...file.tabs]
    const requests = body.requests as SheetRequest[]
    // The batch is atomic, as at Google.
    for (const { addSheet, updateCells } of requests) {
      if (addSheet) {
        if (tabs.includes(addSheet.properties.sheetId)) return refusal(400, 'badRequest')
        tabs.push(addSheet.properties.sheetId)
      }
      if (updateCells && !tabs.includes(updateCells.range.sheetId)) {
        return refusal(400, 'badRequest', `No grid with id: ${updateCells.range.sheetId}`)
      }
    }
    file.tabs = tabs
    for (const { updateCells, createDeveloperMetadata } of requests) {
      if (updateCells) file.cells[updateCells.range.sheetId] = updateCells.rows
      if (createDeveloperMetadata) file.metadata.push(createDeveloperMetadata.developerMetadata)
    }
    return ok({ spreadsheetId: file.id, replies: [] })
  },
}

const gmail: Record<string, Handler> = {
  'gmail.users.labels.list': ({ labels }) => ok({ labels: [...labels.values()] }),

  'gmail.users.labels.create': ({ labels }, { body }) => {
    const name = String(body.name)
    const isTaken = [...labels.values()].some(
      (label) => label.name.toLowerCase() === name.toLowerCase(),
    )
    if (isTaken) return refusal(409, 'aborted', 'Label name exists or conflicts')
    const label = { id: newId('Label_'), name }
    labels.set(label.id, label)
    return ok(label)
  },

  'gmail.users.labels.delete': ({ labels }, { ids }) =>
    labels.delete(ids.id ?? '') ? { status: 204 } : notFound,

  'gmail.users.settings.filters.list': ({ filters }) => ok({ filter: [...filters.values()] }),

  'gmail.users.settings.filters.create': ({ filters }, { body }) => {
    const same = JSON.stringify([body.criteria, body.action])
    for (const { criteria, action } of filters.values()) {
      if (JSON.stringify([criteria, action]) === same) {
        return refusal(400, 'failedPrecondition', 'Filter already exists')
      }
    }
    const filter = { ...body, id: newId('filter') }
    filters.set(filter.id, filter)
    return ok(filter)
  },

  'gmail.users.settings.filters.delete': ({ filters }, { ids }) =>
    filters.delete(ids.id ?? '') ? { status: 204 } : notFound,
}

export const handlers: Record<string, Handler> = { ...drive, ...sheets, ...calendar, ...gmail }
