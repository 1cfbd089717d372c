import { type RefObject, useEffect, useId, useRef } from 'react'
import { type UploadedPicture, uploadPicture } from '#features/content/media/use-picture-upload.ts'
import { addUpload, cancelUpload, dismissUpload, useUploads } from '#web/upload-queue.ts'

/** The file name without its extension, as an initial alternative text. */
const wordsOf = (name: string) =>
  name
    .replace(/\.[^.]*$/, '')
    .replace(/[[\]\\\s]+/g, ' ')
    .trim()

/** The variants are sorted by width. */
const largest = ({ url, variants }: UploadedPicture) => variants.at(-1)?.url ?? url

/**
 * Inserts a picture like typed text, so that the browser can undo it, and selects its alternative
 * text.
 */
function insert(text: HTMLTextAreaElement, words: string, url: string): void {
  const before = document.activeElement
  text.focus()
  const at = text.selectionStart
  document.execCommand('insertText', false, `![${words}](${url})`)
  text.setSelectionRange(at + 2, at + 2 + words.length)
  if (before instanceof HTMLElement && before.matches('input, textarea, select')) before.focus()
}

/** Uploads pictures one after the other and inserts each into the text. */
export function usePicturesInText(text: RefObject<HTMLTextAreaElement | null>) {
  const group = useId()
  const uploads = useUploads(group)
  const latest = useRef(uploads)
  latest.current = uploads
  // A text that is gone takes no more pictures.
  useEffect(
    () => () => {
      for (const { id } of latest.current) cancelUpload(id)
    },
    [],
  )

  function add(files: Iterable<File>): void {
    // The list is live: it becomes empty when the field is cleared.
    const all = [...files]
    for (const { id, state } of uploads) if (state === 'stopped') dismissUpload(id)
    for (const file of all) {
      addUpload(group, file, async (sending) => {
        const picture = await uploadPicture('note', file, sending)
        if (text.current) insert(text.current, wordsOf(file.name), largest(picture))
      })
    }
  }
  return {
    add,
    underWay: uploads.find(({ state }) => state === 'sending')?.name,
    refused: uploads.filter((upload) => upload.state === 'stopped'),
  }
}
