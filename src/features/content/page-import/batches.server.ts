import type { PageHead, PageRecord, PageVersion } from '../transfer-file/format.ts'
import { readRecords } from '../transfer-file/records-file.server.ts'

/** `tree` is the parsed text as JSON. */
export type ImportedVersion = PageVersion & { tree: string }

/** A page, or a part of it if its versions do not fit into one batch. */
export type PagePart = {
  index: number
  page: PageHead
  versions: ImportedVersion[]
  isFirst: boolean
  isLast: boolean
}

/** Limits of a batch, so that memory use does not depend on the size of the file. */
const max = { bytes: 256 * 1024, pages: 50, versions: 100 }

/** @param trees file of records, one for each version in the same order. */
export async function* readBatches(pages: string, trees: string): AsyncGenerator<PagePart[]> {
  await using parsed = readRecords<string>(trees)
  let batch: PagePart[] = []
  let bytes = 0
  let versions = 0
  let part: PagePart | undefined
  let left = 0
  for await (const { value, bytes: size } of readRecords<PageRecord>(pages)) {
    if (bytes >= max.bytes || versions >= max.versions || batch.length >= max.pages) {
      yield batch
      part = part && { ...part, versions: [], isFirst: false }
      batch = part && left > 0 ? [part] : []
      bytes = 0
      versions = 0
    }
    bytes += size
    if ('index' in value) {
      const { index, page } = value
      left = value.versions
      part = { index, page, versions: [], isFirst: true, isLast: left === 0 }
      batch.push(part)
      continue
    }
    if (!part) throw new Error('a version without its page')
    const { value: tree, bytes: treeSize } = (await parsed.next()).value ?? {
      value: '[]',
      bytes: 0,
    }
    part.versions.push({ ...value, tree })
    bytes += treeSize
    versions += 1
    left -= 1
    part.isLast = left === 0
  }
  if (batch.length > 0) yield batch
}
