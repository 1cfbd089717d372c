import { Readable } from 'node:stream'
import { Failure } from '#contract/failure.ts'
import type { FileResponse } from '#server/files/file-response.ts'
import { announceContent } from '#server/service/announce.ts'
import { recordDownload } from '#server/service/audit.ts'
import type { Service, SignedInContext } from '#server/service/context.ts'
import { openRequestSlots } from '#server/service/request-slots.ts'
import { maxBytes, type siteTransfer } from './contract.ts'
import { countRecords, measureExport, openExport, tooLargeExport } from './export-content.server.ts'
import { importContent } from './import-content.server.ts'
import { keptFile, listKept } from './kept-exports.server.ts'
import { receiveContent } from './receive-content.server.ts'

const openSlot = openRequestSlots(1, 'An import is already running. Please wait for it to finish.')

/**
 * Nothing is sent while pictures are decoded one after another, so the connection may be silent for
 * long.
 */
const maxSilenceMs = 15 * 60_000

const recordExport = (
  context: SignedInContext,
  rows: Promise<number> | number,
  file: FileResponse,
) => recordDownload(context, { action: 'settings.exported', subject: 'settings', rows }, file)

export const siteTransferService: Service<typeof siteTransfer> = {
  async export(context, { notePictures }) {
    const { name, bytes } = await measureExport(context)
    const isWhole = notePictures !== 'false'
    if (isWhole && bytes(true) > maxBytes) throw tooLargeExport()
    return recordExport(context, countRecords(context.db), {
      name,
      type: 'application/json',
      async open() {
        const exported = await openExport(context)
        const stream = Readable.from(exported.read(isWhole), { objectMode: false })
        return stream.once('close', () => void exported.discard())
      },
    })
  },

  async import(context, { mode }, request) {
    if (!request) throw new Failure('invalid_input', 'The file is missing.')
    const freeSlot = openSlot('')
    try {
      const received = await receiveContent(context.storage, request)
      request.socket?.setTimeout?.(maxSilenceMs)
      try {
        const file = { path: received.path, sha256: received.sha256() }
        const { shown, ...done } = await importContent(context, file, mode, context.user)
        if (shown > 0) await announceContent(context, shown)
        context.log.info({ event: 'site_imported', mode, changes: done.changes.length })
        return done
      } finally {
        await received.discard()
      }
    } finally {
      freeSlot()
    }
  },

  async exports(context) {
    const { bytes } = await measureExport(context)
    return {
      fileSize: bytes(true),
      withoutNotePictures: bytes(false),
      items: await listKept(context.db),
    }
  },

  exportFile: async (context, { id }) => recordExport(context, 1, await keptFile(context, id)),
}
