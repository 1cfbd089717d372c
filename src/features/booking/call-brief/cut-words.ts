import { cutText } from '#contract/cut-text.ts'

/** The number of characters of quoted text that fit on a printed page. */
const maxCharacters = 2_400
/** The minimum number of characters kept of each text. */
const minCharacters = 120
/** A line break takes as much space as half a line. */
const charactersOfBreak = 40

const lengthOf = (text: string) => text.length + charactersOfBreak * (text.split('\n').length - 1)

function cut(text: string, room: number): string {
  let left = room
  let end = 0
  for (const character of text) {
    left -= character === '\n' ? charactersOfBreak : character.length
    if (left < 0) break
    end += character.length
  }
  const beginning = cutText(text, end)
  return beginning.replace(/\s+\S*$/, '') || beginning
}

/** What to print of each text; undefined if the whole text is printed. */
export function cutForPrint(texts: readonly string[]): (string | undefined)[] {
  let left = maxCharacters
  return texts.map((text, at) => {
    const reserved = minCharacters * (texts.length - at - 1)
    const room = Math.max(minCharacters, left - reserved)
    const length = lengthOf(text)
    left -= Math.min(length, room)
    return length <= room ? undefined : cut(text, room)
  })
}
