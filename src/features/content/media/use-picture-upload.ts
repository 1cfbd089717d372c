import { type Output, toWire } from '#contract/endpoint.ts'
import { ApiError } from '#web/api/api-error.ts'
import { withSession } from '#web/api/session-renewal.ts'
import { useMutation } from '#web/api/use-mutation.ts'
import { media } from './contract.ts'

export type UploadedPicture = Output<typeof media.upload>

export type Purpose = 'logo' | 'logo_dark' | 'icon' | 'portrait' | 'note'

async function send(purpose: Purpose, file: File): Promise<UploadedPicture> {
  const { method, url } = toWire(media.upload, { purpose })
  const body = new FormData()
  body.append('file', file)
  const answer = await fetch(url, { method, body, headers: { accept: 'application/json' } })
  const text = await answer.text()
  if (!answer.ok) throw new ApiError(answer.status, text, answer.statusText)
  return JSON.parse(text) as UploadedPicture
}

export const uploadPicture = (purpose: Purpose, file: File): Promise<UploadedPicture> =>
  withSession(media.upload, () => send(purpose, file))

/** Uploads pictures for a purpose. Errors contain a sentence to show. */
export const usePictureUpload = (
  purpose: Purpose,
  onUploaded: (picture: UploadedPicture) => void,
) =>
  useMutation({
    mutationFn: (file: File) => uploadPicture(purpose, file),
    onSuccess: onUploaded,
  })
