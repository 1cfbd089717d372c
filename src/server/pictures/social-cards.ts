/** This module only runs in the process for pictures. */
import sharp from 'sharp'
import { socialHeight as height, socialWidth as width } from '#contract/settings/look.ts'
import { made } from './draw-pictures.ts'
import { type Drawn, outline } from './outlined-text.ts'
import type { MadePicture, SocialCard, SocialLook } from './picture.ts'

/** The margin around the card in pixels. */
const edge = 64
const bandTop = 450
const logoTop = 52
const logoHeight = 64
const widestLogo = 480

type Colors = SocialLook['colors']

const at = (x: number, y: number, drawing: string) =>
  `<g transform="translate(${x} ${y})">${drawing}</g>`

const lines = '<path d="M6 16h17M6 23.5h17M6 31h9"/>'
const person = '<circle cx="14.5" cy="18" r="4" /><path d="M7 33a7.5 7.5 0 0 1 15 0Z"/>'

/** A sheet as in `src/web/illustrations`: 30 by 40, with a folded corner. */
const sheet = (fill: string, mark: string, { 'paper-ink': ink }: Colors) =>
  `<g stroke="${ink}" stroke-width="2"><path fill="${fill}" d="M1 1h20l8 8v30H1Z"/>
  <g fill="${mark === person ? ink : 'none'}">${mark}</g></g>`

/** Draws the path of documents: the workflow handles most of them, a person handles some. */
function journey(colors: Colors): string {
  const rail = bandTop + 62
  const top = rail - 20
  const machine = sheet(colors.canary, lines, colors)
  const human = sheet(colors.rose, person, colors)
  return `<rect y="${bandTop}" width="${width}" height="${height - bandTop}" fill="${colors.ledger}"/>
    <path stroke="${colors.rule}" d="M0 ${bandTop + 0.5}h${width}"/>
    <g fill="none" stroke="${colors.ink}" stroke-width="3">
      <path d="M${edge} ${rail}H${width - edge}"/>
      <path stroke-linecap="round" stroke-dasharray="0 7"
        d="M680 ${rail}q28 0 28 28v14q0 28 28 28h152q28 0 28-28v-14q0-28 28-28"/>
      <circle cx="624" cy="${rail}" r="8.5" fill="${colors.ledger}"/>
    </g>
    ${at(edge, top, sheet(colors.paper, lines, colors))}
    ${[246, 428, 1074, 1106].map((x) => at(x, top, machine)).join('')}
    ${at(1042, top, human)}${at(797, top + 70, human)}`
}

/** The mark that belongs to the default name. */
const drawnMark = ({ canary, 'paper-ink': ink }: Colors) =>
  at(
    edge - 2,
    logoTop + 12,
    `<g transform="scale(1.43)" fill="${canary}" stroke="${ink}" stroke-width="2.5"
      stroke-linejoin="round"><path d="M2.5 2.5H19l6.5 6.5V25.5h-23Z"/>
      <path stroke-linecap="round" stroke-dasharray="0 5" d="M10.5 6.5v15.5"/></g>`,
  )

const ground = ({ colors, logo, letter }: SocialLook) =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <rect width="${width}" height="${height}" fill="${colors.bg}"/>${journey(colors)}
    ${logo || letter !== undefined ? '' : drawnMark(colors)}</svg>`)

const element = (style: Drawn['props']['style'], ...children: (Drawn | string)[]): Drawn => ({
  type: 'div',
  props: { style: { display: 'flex', ...style }, children },
})

/** Normalizes a text for drawing; empty when the fonts lack one of its characters. */
async function drawable(text: string): Promise<string> {
  const plain = text
    .normalize('NFC')
    .replace(/\p{Cf}/gu, '')
    .replace(/\s+/gu, ' ')
    .trim()
  if (plain === '') return ''
  const alone = element({ fontSize: 10, whiteSpace: 'nowrap' }, plain)
  return (await outline(alone, { width: 100, height: 20 }).catch(() => undefined)) ? plain : ''
}

/** A longer title is smaller and may have more lines. */
function sizeOf(title: string): [pixels: number, lines: number] {
  if (title.length <= 36) return [80, 2]
  return title.length <= 72 ? [60, 3] : [46, 4]
}

/** Cuts the text off after `lineClamp` lines. */
const clamped = (text: string, lineClamp: number, style: Drawn['props']['style']) =>
  element(
    {
      display: 'block',
      overflow: 'hidden',
      textOverflow: 'ellipsis',
      lineClamp,
      wordBreak: 'break-word',
      ...style,
    },
    text,
  )

function nameRow(look: SocialLook, name: string, letter: string): Drawn {
  const { colors, logo } = look
  const side = 44
  const square = {
    width: side,
    height: side,
    alignItems: 'center',
    justifyContent: 'center',
    borderRadius: 9,
    fontSize: 28,
    fontWeight: 600,
    lineHeight: 1,
    backgroundColor: colors.primary,
    color: colors['on-primary'],
  }
  const mark = letter ? element(square, letter) : element(look.letter === undefined ? {} : square)
  const words = {
    display: 'block',
    overflow: 'hidden',
    whiteSpace: 'nowrap',
    textOverflow: 'ellipsis',
    fontWeight: 600,
    letterSpacing: '-0.015em',
  }
  const row = {
    position: 'absolute',
    top: logoTop,
    left: edge,
    width: width - 2 * edge,
    height: logoHeight,
    alignItems: 'center',
  }
  // A logo usually contains the name, which would then appear twice.
  if (logo) {
    const beside = width - 2 * edge - widestLogo - 40
    const small = { ...words, fontSize: 26, maxWidth: beside, color: colors['ink-2'] }
    return element({ ...row, justifyContent: 'flex-end' }, element(small, name))
  }
  const large = { ...words, fontSize: 30, maxWidth: 960, marginLeft: 14 }
  const left = look.letter === undefined ? element({ width: side - 4 }) : mark
  return element(row, left, element(large, name))
}

function words(look: SocialLook, card: SocialCard, name: string, letter: string): Drawn {
  const { colors } = look
  const [fontSize, max] = sizeOf(card.title)
  const top = 126
  const block = {
    position: 'absolute',
    left: edge,
    top,
    width: width - 2 * edge,
    height: bandTop - 32 - top,
    flexDirection: 'column',
    justifyContent: 'flex-end',
  }
  const title = {
    fontSize,
    fontWeight: 600,
    lineHeight: 1.06,
    letterSpacing: '-0.024em',
    // The padding below the last line leaves room for descenders.
    maxWidth: width - 2 * edge,
    paddingBottom: fontSize * 0.2,
  }
  const line = {
    paddingBottom: 6,
    maxWidth: 900,
    fontSize: 26,
    lineHeight: 1.35,
    color: colors['ink-2'],
  }
  return element(
    { position: 'relative', width, height, color: colors.ink },
    nameRow(look, name, letter),
    element(
      block,
      ...(card.title ? [clamped(card.title, max, title)] : []),
      ...(card.line ? [clamped(card.line, 2, line)] : []),
    ),
  )
}

async function drawLogo(logo: string) {
  const inside = { fit: 'inside', withoutEnlargement: true } as const
  const { data, info } = await sharp(Buffer.from(logo, 'base64'))
    .resize(widestLogo, logoHeight, inside)
    .png()
    .toBuffer({ resolveWithObject: true })
  return { input: data, left: edge, top: logoTop + Math.round((logoHeight - info.height) / 2) }
}

/**
 * Draws the social images of one firm, in the order of the cards. A text with a character that the
 * fonts lack is left out; the name replaces such a title.
 */
export async function drawSocialCards(
  look: SocialLook,
  cards: readonly SocialCard[],
): Promise<MadePicture[]> {
  const [name, letter] = [await drawable(look.name), await drawable(look.letter ?? '')]
  const logo = look.logo ? [await drawLogo(look.logo)] : []
  const drawn: MadePicture[] = []
  for (const card of cards) {
    const shown = { title: (await drawable(card.title)) || name, line: await drawable(card.line) }
    const text = await outline(words(look, shown, name, letter), { width, height })
    const layers = [...(text ? [{ input: text }] : []), ...logo]
    const picture = sharp(ground(look)).composite(layers)
    drawn.push(await made('', picture.png({ palette: true, effort: 4, compressionLevel: 9 })))
  }
  return drawn
}
