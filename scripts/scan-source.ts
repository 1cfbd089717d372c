/**
 * A small TypeScript scanner: enough to find imports, and words outside comments and strings.
 * TypeScript 7 ships no compiler API, so the structure check reads the text itself.
 */

/** An import, `export … from` or dynamic `import()`; `line` counts from 1. */
export type Import = { specifier: string; line: number }

/** `code`: comments blanked. `bare`: strings blanked too. Both keep every offset and line break. */
export type Source = { text: string; code: string; bare: string }

// A slash after one of these opens a regular expression; after anything else it divides or closes a
// tag.
const beforeRegex = /(?:[(,=:[!&|?;{+]|=>|\breturn)\s*$/

/** Blanks comments and strings, so that later searches find only code. */
export function readSource(text: string): Source {
  const code = text.split('')
  const bare = text.split('')
  const blank = (target: string[], from: number, to: number) => {
    for (let at = from; at < to; at++) if (target[at] !== '\n') target[at] = ' '
  }
  let at = 0
  while (at < code.length) {
    const end = endOfSpan(code, at)
    if (end === null) {
      at++
      continue
    }
    if (end.kind === 'comment') blank(code, at, end.to)
    const margin = end.kind === 'comment' ? 0 : 1
    blank(bare, at + margin, end.to - margin)
    at = end.to
  }
  return { text, code: code.join(''), bare: bare.join('') }
}

type Span = { kind: 'comment' | 'string'; to: number }

function endOfSpan(chars: string[], at: number): Span | null {
  const char = chars[at]
  if (char === "'" || char === '"') return closing(chars, at, char, false)
  if (char === '`') return closing(chars, at, char, true)
  if (char !== '/') return null
  const next = chars[at + 1]
  if (next === '/') {
    // `https://…` inside JSX text is no comment.
    if (chars[at - 1] === ':') return null
    const to = chars.indexOf('\n', at)
    return { kind: 'comment', to: to < 0 ? chars.length : to }
  }
  if (next === '*') {
    for (let to = at + 2; to < chars.length; to++) {
      if (chars[to] === '*' && chars[to + 1] === '/') return { kind: 'comment', to: to + 2 }
    }
    return null
  }
  return beforeRegex.test(chars.slice(Math.max(0, at - 20), at).join(''))
    ? closingRegex(chars, at)
    : null
}

/** An apostrophe in JSX text has no partner on its line and is then an ordinary character. */
function closing(chars: string[], at: number, quote: string, manyLines: boolean): Span | null {
  for (let to = at + 1; to < chars.length; to++) {
    if (chars[to] === '\\') to++
    else if (chars[to] === quote) return { kind: 'string', to: to + 1 }
    else if (chars[to] === '\n' && !manyLines) return null
    else if (quote === '`' && chars[to] === '$' && chars[to + 1] === '{') to = endOfHole(chars, to)
  }
  return null
}

/** Skips `${…}` inside a template, nested templates included; returns the closing brace. */
function endOfHole(chars: string[], at: number): number {
  let depth = 0
  for (let to = at + 1; to < chars.length; to++) {
    const char = chars[to]
    if (char === '{') depth++
    else if (char === '}' && --depth === 0) return to
    else if (char === '`') to = (closing(chars, to, '`', true)?.to ?? chars.length) - 1
    else if (char === "'" || char === '"') to = (closing(chars, to, char, false)?.to ?? to + 1) - 1
  }
  return chars.length
}

function closingRegex(chars: string[], at: number): Span | null {
  let inClass = false
  for (let to = at + 1; to < chars.length && chars[to] !== '\n'; to++) {
    if (chars[to] === '\\') to++
    else if (chars[to] === '[') inClass = true
    else if (chars[to] === ']') inClass = false
    else if (chars[to] === '/' && !inClass) return { kind: 'string', to: to + 1 }
  }
  return null
}

const importForms = [
  /(?<![.\w$])import\s+(?:type\s+)?[\w$*{][^'"`;()]*?\bfrom\s*(?=['"])/g,
  /(?<![.\w$])import\s*(?=['"])/g,
  /(?<![.\w$])export\s+(?:type\s+)?[*{][^'"`;()]*?\bfrom\s*(?=['"])/g,
  /(?<![.\w$])import\s*\(\s*(?=['"`])/g,
]

export function findImports(source: Source): Import[] {
  const found: (Import & { at: number })[] = []
  for (const form of importForms) {
    for (const match of source.bare.matchAll(form)) {
      const open = match.index + match[0].length
      const quote = source.text[open] ?? ''
      const specifier = source.text.slice(open + 1, source.text.indexOf(quote, open + 1))
      found.push({ specifier, line: lineAt(source.text, match.index), at: match.index })
    }
  }
  return found.sort((a, b) => a.at - b.at).map(({ specifier, line }) => ({ specifier, line }))
}

export function lineAt(text: string, at: number): number {
  return text.slice(0, at).split('\n').length
}
