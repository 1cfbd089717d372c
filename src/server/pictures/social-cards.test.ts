import sharp from 'sharp'
import { expect, test } from 'vitest'
import { makeSocialImages } from './make-pictures.ts'
import type { SocialCard, SocialLook } from './picture.ts'

const look: SocialLook = {
  name: 'Nordlicht',
  letter: 'N',
  colors: {
    bg: '#f8fbf9',
    ink: '#101820',
    'ink-2': '#405060',
    ledger: '#e0f0e4',
    rule: '#c0d0c4',
    primary: '#0b5cad',
    'on-primary': '#ffffff',
    canary: '#ffe14f',
    rose: '#f8c0c8',
    paper: '#ffffff',
    'paper-ink': '#101820',
  },
}

/** The images are base64, which compares quickly. */
async function draw(cards: SocialCard[], changes: Partial<SocialLook> = {}): Promise<string[]> {
  const made = await makeSocialImages({ ...look, ...changes }, cards)
  for (const { width, height } of made) expect([width, height]).toEqual([1200, 630])
  return made.map(({ bytes }) => Buffer.from(bytes).toString('base64'))
}

test('a text with a character that the fonts lack is left out, the others stay', async () => {
  const line = 'A line'
  const others = ['漢字', 'مرحبا بالعالم', 'שלום', 'Привет', 'Ship it 🚀', '\ud800']
  const [named, titled, bare, ...foreign] = await draw([
    { title: look.name, line },
    { title: '漢字', line },
    { title: look.name, line: '' },
    ...others.map((other) => ({ title: other, line: other })),
  ])
  expect(titled).toBe(named)
  expect(bare).not.toBe(named)
  for (const drawn of foreign) expect(drawn).toBe(bare)
  const [foreignName] = await draw([{ title: '', line: '' }], { name: '北光', letter: '北' })
  const [nameless] = await draw([{ title: '', line: '' }], { name: '', letter: '' })
  expect(foreignName).toBe(nameless)
})

test('letters of all Latin scripts are drawn, however they are written', async () => {
  const [composed, decomposed, plain] = await draw([
    { title: 'Žluťoučký kůň, ẞ, ơ', line: 'L’été à Łódź – “fünf”…' },
    { title: 'Žluťoučký kůň, ẞ, ơ'.normalize('NFD'), line: 'L’été à\u00a0\u200bŁódź – “fünf”…' },
    { title: look.name, line: '' },
  ])
  expect(composed).toBe(decomposed)
  expect(composed).not.toBe(plain)
})

test('long texts are cut and stay above the band, markup is text', async () => {
  const [blank, ...full] = await draw(
    [
      { title: '', line: '' },
      { title: 'W'.repeat(120), line: 'W'.repeat(300) },
      { title: 'y g '.repeat(30).trim(), line: 'q '.repeat(150) },
      { title: '<script>alert(1)</script> & "', line: '<svg onload="x">]]>&amp;{firm.name}' },
    ],
    { name: '', letter: '' },
  )
  const area = { left: 0, top: 440, width: 1200, height: 190 }
  const band = (image = '') =>
    sharp(Buffer.from(image, 'base64')).extract(area).grayscale().raw().toBuffer()
  const empty = await band(blank)
  for (const image of full) {
    expect(image).not.toBe(blank)
    // The colors of each image are rounded to a palette of its own.
    const far = (await band(image)).filter((value, at) => Math.abs(value - (empty[at] ?? 0)) > 40)
    expect(far).toHaveLength(0)
  }
  await draw([{ title: 'T', line: 'L' }], { name: 'W'.repeat(60), letter: undefined })
})
