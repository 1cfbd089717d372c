import { cutText } from '#contract/cut-text.ts'

/** The maximum length of a header's line. */
const maxLineCharacters = 998

/** PostgreSQL stores neither NUL nor unpaired surrogates. */
export const storable = (text: string) => text.replaceAll('\0', '').toWellFormed()

export const oneLine = (text: string, max = maxLineCharacters) =>
  cutText(
    storable(text)
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out.
      .replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029\s]+/g, ' ')
      .trim(),
    max,
  )
