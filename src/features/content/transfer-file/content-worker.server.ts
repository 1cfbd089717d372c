import { hash } from 'node:crypto'
import { appendFileSync, createReadStream } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import type { z } from 'zod'
import { firstOf } from '#contract/cut-text.ts'
import type { Problem } from '../transfer/contract.ts'
import {
  format,
  formatVersion,
  type ImportedCaseStudy,
  type ImportedMedia,
  type ImportedPage,
  type ImportedService,
  type ListName,
  lists,
  type MediaEntry,
  type PageRecord,
  Settings,
} from './format.ts'
import { RefusedJson, readJson } from './json-reader.ts'
import { recordOf } from './records-file.server.ts'

export type ReadingTask = {
  path: string
  /** Empty files to which pages and pictures are written. */
  pages: string
  media: string
}

type Counts = Partial<Record<ListName, number>>

export type ReadMessage =
  | { refused: string; path: string }
  | { settings: Settings }
  | {
      problems: Problem[]
      /** Number of items by list, for lists that the file contains. */
      counts: Counts
      services: ImportedService[]
      caseStudies: ImportedCaseStudy[]
    }

const maxProblems = 50

/**
 * Records are written in pieces of this size, because separate writes would be slower than the
 * parsing.
 */
const pieceBytes = 256 * 1024

const task = workerData as ReadingTask
const problems: Problem[] = []
const seen = new Set<string>()
const counts: Counts = {}
const services: ImportedService[] = []
const caseStudies: ImportedCaseStudy[] = []

const post = (message: ReadMessage) => parentPort?.postMessage(message)

/** Appends records to a file. */
function recordsAt(path: string) {
  let waiting: Buffer[] = []
  let size = 0
  const flush = () => {
    appendFileSync(path, Buffer.concat(waiting))
    waiting = []
    size = 0
  }
  return {
    add(value: PageRecord | ImportedMedia) {
      const record = recordOf(value)
      waiting.push(record)
      size += record.length
      if (size >= pieceBytes) flush()
    },
    flush,
  }
}

const pages = recordsAt(task.pages)
const media = recordsAt(task.media)

/** Stops the reading once there are as many problems as are shown. */
class Enough extends Error {}

function report(path: string, message: string): void {
  problems.push({ path, level: 'blocker', message })
  if (problems.length >= maxProblems) throw new Enough()
}

function check<T extends z.ZodType>(
  type: T,
  value: unknown,
  path: string,
): z.output<T> | undefined {
  const { data, error } = type.safeParse(value)
  const known = new Set<string>()
  for (const issue of error?.issues ?? []) {
    const unknown =
      issue.code === 'unrecognized_keys' ? issue.keys.slice(0, maxProblems) : [undefined]
    for (const key of unknown) {
      const at = [
        path,
        ...issue.path.map(String),
        ...(key === undefined ? [] : [firstOf(key, 100)]),
      ]
      const name = at.join('.')
      if (!known.has(name)) report(name, key === undefined ? issue.message : 'Unknown field')
      known.add(name)
    }
  }
  return data
}

function refuseOtherFormat(name: string, value: unknown): void {
  if (name === 'format' && value !== format) {
    throw new RefusedJson(`Use a file with the format ${format}`, name)
  }
  if (name !== 'formatVersion' || value === formatVersion) return
  const isNewer = typeof value === 'number' && value > formatVersion
  const message = isNewer
    ? 'A newer program wrote this file. Update this one first'
    : `Use a file of version ${formatVersion}`
  throw new RefusedJson(message, name)
}

/** A damaged picture means a damaged file, so the whole file is rejected. */
function passMedia({ data, ...entry }: MediaEntry, path: string): void {
  const bytes = Buffer.from(data, 'base64')
  if (bytes.toString('base64') !== data) throw new RefusedJson('Not base64', `${path}.data`)
  if (hash('sha256', bytes, 'hex') !== entry.sha256) {
    throw new RefusedJson('The picture has another hash', `${path}.sha256`)
  }
  media.add({ ...entry, bytes })
}

/** Items that identify the same record could not both be imported. */
function refuseRepeated(name: ListName, item: object, path: string): void {
  const { id, kind, slug } = item as { id?: string; kind?: string; slug?: string }
  const keys = [
    ...(id === undefined ? [] : [['id', `${name} ${id}`] as const]),
    ...(slug === undefined ? [] : [['slug', `${name} ${kind} ${slug}`] as const]),
  ]
  for (const [field, key] of keys) {
    if (seen.has(key)) report(`${path}.${field}`, 'Another item of the file has the same')
    seen.add(key)
  }
}

/** There may be many long versions, so each is a record of its own. */
function passPage({ versions, ...page }: ImportedPage, index: number): void {
  pages.add({ index, page, versions: versions.length })
  for (const version of versions) pages.add(version)
}

function takeItem(list: ListName, value: unknown, index: number): void {
  const { item, max } = lists[list]
  const path = `${list}.${index}`
  if (index >= max) throw new RefusedJson(`At most ${max} are taken`, list)
  const data = check(item, value, path)
  if (!data) return
  refuseRepeated(list, data, path)
  counts[list] = (counts[list] ?? 0) + 1
  if (list === 'media') passMedia(data as MediaEntry, path)
  else if (list === 'pages') passPage(data as ImportedPage, index)
  else if (list === 'services') services.push(data as ImportedService)
  else caseStudies.push(data as ImportedCaseStudy)
}

function takeSettings(value: unknown): void {
  const settings = check(Settings, value, 'settings')
  if (settings) post({ settings })
}

function take(name: string, value: unknown, index?: number): void {
  if (name === 'format' || name === 'formatVersion') {
    seen.add(name)
    refuseOtherFormat(name, value)
  } else if (name === 'exportedAt') {
    if (typeof value !== 'string' || Number.isNaN(Date.parse(value))) report(name, 'Not a time')
  } else if (name === 'settings') takeSettings(value)
  else if (!Object.hasOwn(lists, name)) report(firstOf(name, 100), 'Unknown field')
  else if (index !== undefined) takeItem(name as ListName, value, index)
  else if (!Array.isArray(value)) report(name, 'Use a list')
  else counts[name as ListName] ??= 0
}

async function read(path: string): Promise<void> {
  const reader = readJson(take)
  const file = createReadStream(path)
  // If the thread ended first, the file would stay open.
  const closed = new Promise((resolve) => file.once('close', resolve))
  try {
    for await (const chunk of file) reader.write(chunk as Buffer)
    reader.end()
  } catch (error) {
    await closed
    if (error instanceof RefusedJson) {
      post({ refused: error.message, path: error.path })
      return
    }
    if (!(error instanceof Enough)) throw error
  }
  const missing = ['format', 'formatVersion'].find((name) => !seen.has(name))
  if (missing) post({ refused: 'The file isn’t an export of this site', path: missing })
  else {
    pages.flush()
    media.flush()
    post({ problems, counts, services, caseStudies })
  }
}

await read(task.path)
