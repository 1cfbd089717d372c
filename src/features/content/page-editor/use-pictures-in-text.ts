import { type RefObject, useEffect, useRef, useState } from 'react'
import { type UploadedPicture, uploadPicture } from '#features/content/media/use-picture-upload.ts'
import { sentenceOf } from '#web/api/api-error.ts'

type Refused = { key: number; name: string; reason: string }

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
  const [underWay, setUnderWay] = useState<string>()
  const [refused, setRefused] = useState<Refused[]>([])
  const queue = useRef<Promise<unknown>>(Promise.resolve())
  const waiting = useRef(0)
  const isGone = useRef(false)
  useEffect(() => {
    isGone.current = false
    return () => {
      isGone.current = true
    }
  }, [])

  async function upload(file: File): Promise<void> {
    if (isGone.current) return
    setUnderWay(file.name)
    try {
      const picture = await uploadPicture('note', file)
      if (text.current) insert(text.current, wordsOf(file.name), largest(picture))
    } catch (error) {
      const reason = sentenceOf(error, 'The picture couldn’t be uploaded.')
      setRefused((before) => [...before, { key: before.length, name: file.name, reason }])
    }
    waiting.current -= 1
    if (waiting.current === 0) setUnderWay(undefined)
  }

  function add(files: Iterable<File>): void {
    // The list is live: it becomes empty when the field is cleared.
    const all = [...files]
    setRefused([])
    waiting.current += all.length
    for (const file of all) queue.current = queue.current.then(() => upload(file))
  }
  return { add, underWay, refused }
}
