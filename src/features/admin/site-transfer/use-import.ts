import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Output } from '#contract/endpoint.ts'
import { siteTransfer } from '#features/content/transfer/contract.ts'
import { UploadError, upload } from '#web/api/upload.ts'
import { useMutation } from '#web/api/use-mutation.ts'
import { counted } from '#web/ui/words.ts'

export type ImportMode = 'check' | 'draft' | 'publish'

type Found = Output<typeof siteTransfer.import>

export const reasonOf = (error: unknown) =>
  error instanceof UploadError ? error.message : 'Failed to import the file'

const doneWords = (mode: ImportMode, { changes }: Found) =>
  mode === 'draft'
    ? `${counted(changes.length, 'change')} in the drafts. Nothing is published yet.`
    : `${counted(changes.length, 'change')} published.`

export function useImport(onDone: (words: string) => void) {
  const client = useQueryClient()
  const [percent, setPercent] = useState(0)
  const send = (file: File, mode: ImportMode): Promise<Found> => {
    setPercent(0)
    return upload(siteTransfer.import, { mode }, file, { onProgress: setPercent })
  }
  const checking = useMutation({
    mutationFn: async (file: File) => ({ file, found: await send(file, 'check') }),
  })
  const importing = useMutation({
    mutationFn: ({ file, mode }: { file: File; mode: ImportMode }) => send(file, mode),
    async onSuccess(found, { mode }) {
      checking.reset()
      onDone(doneWords(mode, found))
      // Anything on the screen may be outdated now: settings, pages, services, case studies.
      await client.invalidateQueries()
    },
  })
  return { checking, importing, percent }
}
