import { useEffect } from 'react'
import { formatSize } from '#contract/file-rules.ts'
import { upload } from '#web/api/upload.ts'
import { readDraft, writeDraft } from '#web/editing/drafts.ts'
import { addUpload, dismissUpload, refuseUpload, useUploads } from '#web/upload-queue.ts'
import { mailFiles } from '../outgoing/contract.ts'
import { attachments } from '../threads/contract.ts'
import { type MailDraft, noDraft } from './use-outgoing.ts'

export type Attached = { id: string; name: string; size: number }

const composers = new Map<string, (file: Attached) => void>()

/** Adds a stored file to its draft, whether or not the draft is on screen. */
function attach(draftKey: string, file: Attached): void {
  const onScreen = composers.get(draftKey)
  const draft = readDraft<MailDraft>(draftKey) ?? noDraft
  if (onScreen) onScreen(file)
  else writeDraft(draftKey, { ...draft, files: [...draft.files, file] })
}

/** Uploads files for a mail. @param onStored called with each file once it is stored. */
export function useAttaching(
  draftKey: string,
  attached: readonly Attached[],
  onStored: (file: Attached) => void,
) {
  const uploads = useUploads(draftKey)
  const underWay = uploads.filter(({ state }) => state !== 'stopped')
  useEffect(() => {
    composers.set(draftKey, onStored)
    return () => {
      if (composers.get(draftKey) === onStored) composers.delete(draftKey)
    }
  })

  return {
    uploads,
    isUploading: underWay.length > 0,
    forgetRefused() {
      for (const { id, state } of uploads) if (state === 'stopped') dismissUpload(id)
    },
    add(files: readonly File[]): void {
      const counted = [...attached, ...underWay]
      let count = counted.length
      let bytes = counted.reduce((sum, { size }) => sum + size, 0)
      for (const file of files) {
        count += 1
        bytes += file.size
        const refused =
          (count > attachments.max && `An email can have at most ${attachments.max} files.`) ||
          (bytes > attachments.bytes &&
            `Together they can have ${formatSize(attachments.bytes)}.`) ||
          (file.size === 0 && 'The file is empty.')
        if (refused) {
          refuseUpload(draftKey, file, refused)
          continue
        }
        addUpload(draftKey, file, async (sending) => {
          const { id, name, size } = await upload(mailFiles.upload, {}, file, sending)
          attach(draftKey, { id, name, size })
        })
      }
    },
  }
}
