import type { Output } from '#contract/endpoint.ts'
import { type UploadOptions, upload } from '#web/api/upload.ts'
import { useMutation } from '#web/api/use-mutation.ts'
import { media } from './contract.ts'

export type UploadedPicture = Output<typeof media.upload>

export type Purpose = 'logo' | 'logo_dark' | 'icon' | 'portrait' | 'note'

export const uploadPicture = (
  purpose: Purpose,
  file: File,
  options?: UploadOptions,
): Promise<UploadedPicture> =>
  upload(media.upload, { purpose }, file, { ...options, field: 'file' })

/** Uploads pictures for a purpose. Errors contain a sentence to show. */
export const usePictureUpload = (
  purpose: Purpose,
  onUploaded: (picture: UploadedPicture) => void,
) =>
  useMutation({
    mutationFn: (file: File) => uploadPicture(purpose, file),
    onSuccess: onUploaded,
  })
