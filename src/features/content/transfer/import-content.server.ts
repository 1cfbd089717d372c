import { Failure } from '#contract/failure.ts'
import {
  lockSiteContent,
  raiseContentVersion,
  readContentVersion,
} from '#server/content/content-version.ts'
import type { Transaction } from '#server/database/open.ts'
import { siteExports } from '#server/database/schema.ts'
import { openHeapWatch } from '#server/garbage.ts'
import { withRow } from '#server/http/receive-file.ts'
import { record } from '#server/service/audit.ts'
import type { Dependencies } from '#server/service/context.ts'
import { addPictureRows } from '../media/store-picture.server.ts'
import { readBatches } from '../page-import/batches.server.ts'
import { importPages } from '../page-import/import-pages.server.ts'
import type { Author } from '../page-import/parts.server.ts'
import { renewLegalTexts } from '../pages/legal-renewal.server.ts'
import { requireLive } from '../site-settings/document.server.ts'
import { effectiveSettings } from '../site-settings/effective-settings.ts'
import { variablesOf } from '../site-settings/variables.ts'
import { type ImportedContent, readContent } from '../transfer-file/read-content.server.ts'
import { maxBytes } from './contract.ts'
import { makeWay } from './demonstration.server.ts'
import { storeExport } from './export-content.server.ts'
import { Findings } from './findings.ts'
import { importCaseStudies, importServices } from './import-records.server.ts'
import { checkSettings, fillDrafts, publishSettings } from './import-settings.server.ts'
import {
  makeAll,
  type PreparedPicture,
  type PreparedTexts,
  parseTexts,
} from './prepare-content.server.ts'

export type ImportMode = 'check' | 'draft' | 'publish'

const maxAttempts = 3

/** A file that has been received. */
export type SentContent = { path: string; sha256: Buffer }

type Deps = Pick<Dependencies, 'db' | 'storage' | 'config'>

type Import = {
  mode: ImportMode
  author: Author
  content: ImportedContent
  texts: PreparedTexts
  pictures: readonly PreparedPicture[]
  sha256: Buffer
  collectIfGrown: () => void
  /** Called first in the transaction. It may throw to refuse the import. */
  begin?: ((tx: Transaction) => Promise<void>) | undefined
}

/** Ends the transaction of a check, in which everything was tried. */
class RolledBack extends Error {
  readonly found: Findings

  constructor(found: Findings) {
    super('rolled back')
    this.found = found
  }
}

function refuseBlocked({ blockers, problems }: Findings): void {
  const [first] = blockers
  if (!first) return
  const fields = Object.fromEntries(problems.map(({ path, message }) => [path, message]))
  throw new Failure('invalid_input', `${first.path}: ${first.message}`, { fields })
}

/** Imports everything in one transaction, all or nothing. */
async function apply(tx: Transaction, { config }: Deps, work: Import, found: Findings) {
  const { mode, author, content, texts } = work
  const isPublishing = mode !== 'draft'
  await tx.execute(lockSiteContent)
  await work.begin?.(tx)
  const live = await requireLive(tx)
  if (live.unreadable !== null) {
    throw new Failure(
      'conflict',
      'A newer version of the product published the live site. Update this installation first.',
    )
  }
  if (isPublishing) await makeWay(tx, content, texts, found)
  const createdBy = author?.id ?? null
  await addPictureRows(
    tx,
    work.pictures.map((one) => ({ ...one, originalName: '', createdBy })),
  )
  for (const { purpose } of work.pictures) found.change('picture', 'added', purpose)
  const next = { ...live.document, ...content.settings }
  const values = variablesOf(effectiveSettings(config)(next))
  if (content.pages !== undefined) {
    const parts = { tx, author, values, isPublishing, found, afterBatch: work.collectIfGrown }
    await importPages(parts, readBatches(content.pages, texts.trees))
  }
  if (isPublishing) {
    await importServices(tx, content.services ?? [], found)
    await importCaseStudies(tx, content.caseStudies ?? [], found)
  }
  await checkSettings(tx, live.document, next, isPublishing, found)
  if (mode === 'check') throw new RolledBack(found)
  refuseBlocked(found)
  const version = isPublishing ? await publishSettings(tx, live, next, author) : undefined
  if (!isPublishing) await fillDrafts(tx, live.document, content.settings ?? {}, author)
  else await renewLegalTexts(tx, author, values)
  await record(tx, author, {
    action: 'settings.imported',
    subject: 'settings',
    details: {
      mode,
      sha256: work.sha256.toString('hex'),
      ...content.counts,
      ...(version && { version }),
    },
  })
  return { version, shown: isPublishing ? await raiseContentVersion(tx) : 0 }
}

/** Thrown if the site changed between the export of its state and the import. */
class ChangedMeanwhile extends Failure {
  constructor() {
    super('conflict', 'The site was changed meanwhile. Please import again.')
  }
}

/** First stores an export of the current state, so that the import can be undone. */
async function publishOnce(deps: Deps, work: Import, found: Findings, keys: string[]) {
  const before = await readContentVersion(deps.db)
  const kept = await storeExport(deps)
  keys.push(kept.storageKey)
  return deps.db.transaction(async (tx) => {
    const tried = new Findings(found.blockers)
    const begin = async () => {
      await work.begin?.(tx)
      if ((await readContentVersion(tx)) !== before) throw new ChangedMeanwhile()
      await tx.insert(siteExports).values({ ...kept, createdBy: work.author?.id ?? null })
    }
    return { ...(await apply(tx, deps, { ...work, begin }, tried)), found: tried }
  })
}

/** Retries, because the site also changes when social images were drawn after a publication. */
async function publish(deps: Deps, work: Import, found: Findings, keys: string[]) {
  for (let tries = 1; ; tries++) {
    try {
      return await publishOnce(deps, work, found, keys)
    } catch (error) {
      if (!(error instanceof ChangedMeanwhile) || tries === maxAttempts) throw error
      const unused = keys.pop()
      if (unused) await deps.storage.remove(unused)
    }
  }
}

async function check(deps: Deps, work: Import, found: Findings): Promise<Findings> {
  try {
    await deps.db.transaction(async (tx) => {
      await apply(tx, deps, work, new Findings(found.blockers))
    })
  } catch (error) {
    if (error instanceof RolledBack) return error.found
    throw error
  }
  return found
}

/**
 * Checks a file, or imports its content into the drafts or the live site. `shown` is the number of
 * the public content version, or 0 if that is unchanged.
 *
 * @throws Failure `invalid_input` that names the fields with problems.
 */
export async function importContent(
  deps: Deps,
  file: SentContent,
  mode: ImportMode,
  author: Author,
  begin?: Import['begin'],
) {
  const { collect, collectIfGrown } = openHeapWatch()
  using _collecting = { [Symbol.dispose]: collect }
  await using read = await readContent(deps.storage, file.path)
  const { problems, content } = read
  const found = new Findings(problems)
  const isCheck = mode === 'check'
  if (!isCheck) refuseBlocked(found)
  const staged = await deps.storage.receive(maxBytes)
  await using _ = { [Symbol.asyncDispose]: staged.discard }
  const texts = await parseTexts(staged, content.pages, found, collectIfGrown)
  if (!isCheck) refuseBlocked(found)
  const keys: string[] = []
  return await withRow(deps.storage, keys, async () => {
    const pictures = await makeAll(deps, content.media, found, isCheck ? undefined : keys)
    const work = {
      mode,
      author,
      content,
      texts,
      pictures,
      sha256: file.sha256,
      collectIfGrown,
      begin,
    }
    if (isCheck) {
      const { changes, problems: all } = await check(deps, work, found)
      return { changes, problems: all, version: undefined, shown: 0 }
    }
    refuseBlocked(found)
    if (mode === 'publish') {
      const { found: done, version, shown } = await publish(deps, work, found, keys)
      return { changes: done.changes, problems: done.problems, version, shown }
    }
    const done = await deps.db.transaction(async (tx) => {
      const tried = new Findings([])
      await apply(tx, deps, work, tried)
      return tried
    })
    return { changes: done.changes, problems: done.problems, version: undefined, shown: 0 }
  })
}
