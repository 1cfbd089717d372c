import { Failure } from '#contract/failure.ts'
import { writeZip } from '#server/files/write-zip.ts'
import { recordDownload } from '#server/service/audit.ts'
import type { Service } from '#server/service/context.ts'
import { maxBytes, type siteTransfer } from './contract.ts'
import { exportContent } from './export-content.server.ts'

export const siteTransferService: Service<typeof siteTransfer> = {
  async export(context, { notePictures }) {
    const { name, site, pictures, rows, fileSize } = await exportContent(
      context.db,
      notePictures !== 'false',
    )
    if (fileSize > maxBytes) {
      const message = 'The export would be larger than 100 MB. Leave the pictures of notes out.'
      throw new Failure('too_large', message, { fields: { notePictures: message } })
    }
    return recordDownload(
      context,
      { action: 'settings.exported', subject: 'settings', rows },
      {
        name,
        type: 'application/zip',
        open: () => writeZip([{ path: 'site.json', bytes: site }], pictures, context.storage),
      },
    )
  },

  async exportSize({ db }) {
    const { fileSize } = await exportContent(db, true)
    return { fileSize, withoutNotePictures: (await exportContent(db, false)).fileSize }
  },
}
