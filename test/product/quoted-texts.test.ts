import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { tooLarge, wrongType } from '#contract/file-rules.ts'
import { lastMessageLine } from '#features/chat/console/session-words.ts'
import type { ChatSession } from '#features/chat/protocol/protocol.ts'
import { firstValues } from '#features/leads/conversion/conversion-values.ts'
import type { Lead } from '#features/leads/lead.ts'
import { featureLine } from '#features/site/service-pages/service-words.ts'
import { projectRoot } from '#server/project-root.ts'
import { quotedTexts } from './quoted-texts.ts'

/** Joins lines, which a formatter may break anywhere, and drops comments, which show nothing. */
const flat = (source: string) =>
  source.replace(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, '').replace(/\s+/g, ' ')

const isOfWord = (character: string | undefined) => /[\p{L}\d]/u.test(character ?? '')

/** Whether the source has the text as a whole: 'Waiting' is not in 'WaitingBadge'. */
function shows(source: string, text: string): boolean {
  const shown = flat(source)
  for (let at = shown.indexOf(text); at >= 0; at = shown.indexOf(text, at + 1)) {
    if (!isOfWord(shown[at - 1]) && !isOfWord(shown[at + text.length])) return true
  }
  return false
}

const sourceOf = (path: string) => readFileSync(new URL(`src/${path}`, projectRoot), 'utf8')

test('every quoted text is where the specification shows it', () => {
  const lost = quotedTexts.flatMap(([text, at]) =>
    Object.entries(typeof at === 'string' ? { [at]: text } : at)
      .filter(([path, part]) => !shows(sourceOf(path), part))
      .map(([path, part]) => `${path}: ${part}`),
  )
  expect(lost).toEqual([])
})

test('a reworded, a commented and a partly kept text are lost', () => {
  const text = 'No clients found'
  expect(shows('title="No clients found"', text)).toBe(true)
  expect(shows('<p>\n  No clients\n  found\n</p>', text)).toBe(true)
  for (const source of [
    'No client found',
    '/** No clients found */',
    '// No clients found',
    'No clients foundation',
  ]) {
    expect(shows(source, text)).toBe(false)
  }
})

test('texts with parts of a record read as quoted', () => {
  expect(tooLarge.about('a.pdf')).toBe('a.pdf is too large. Maximum size is 50MB.')
  expect(wrongType.about('a.exe')).toBe('a.exe is not a supported file type.')
  expect(featureLine('document-processing')).toBe(
    'Advanced AI technology for seamless document processing and automation.',
  )
  expect(featureLine('data-analysis')).toBe(
    'Advanced AI technology for seamless automation and optimization.',
  )
  const lead = (projectType: string) =>
    ({ message: 'M', consultationData: { projectType } }) as unknown as Lead
  expect(firstValues(lead('optimization'), 'Consultation')).toMatchObject({
    notes: 'Converted from consultation: M',
    projectTitle: 'optimization Project',
  })
  expect(firstValues(lead(''), 'Inquiry')).toMatchObject({
    notes: 'Converted from inquiry: M',
    projectTitle: 'AI Integration Project',
  })
  const last = (senderType: string) =>
    ({ lastMessage: { senderType, senderId: 'me', content: 'Hi' } }) as unknown as ChatSession
  expect(lastMessageLine(last('visitor'), 'me')).toBe('Visitor: Hi')
  expect(lastMessageLine(last('admin'), 'me')).toBe('You: Hi')
})
