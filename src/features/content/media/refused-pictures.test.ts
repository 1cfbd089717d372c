import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { media } from '#server/database/schema.ts'
import { RefusedPicture } from '#server/pictures/picture.ts'
import { checkSvg } from '#server/pictures/svg-rules.ts'
import { sendPicture } from '#test/harness/pictures.ts'
import { circle, gif, svgOf } from '#test/harness/sample-files.ts'
import { openTestApp } from '#test/harness/test-app.ts'

const group = '<g id="a"><rect width="5" height="5"/></g>'

/** Each group draws the previous one ten times. */
const bomb = [...'bcde']
  .map((id, at) => `<g id="${id}">${`<use xlink:href="#${'abcd'[at]}"/>`.repeat(10)}</g>`)
  .join('')

const noPicture = 'an embedded file that is no PNG or JPEG'
const outside = 'a reference to something outside of it'

const fontFace =
  '<style>@font-face{font-family:X;src:url(data:font/woff2;base64,d09GMgAB)}</style><rect width="100" height="40" fill="#123456"/>'

const refusedSvg: [string, Buffer, string][] = [
  ['a script', svgOf('<script>alert(1)</script>'), 'a script'],
  [
    'a script of another prefix',
    svgOf('<s:script xmlns:s="http://www.w3.org/2000/svg"/>'),
    'a script',
  ],
  ['onload', svgOf('<g onload="alert(1)"/>'), 'an event attribute'],
  ['foreignObject', svgOf('<foreignObject><p/></foreignObject>'), 'a foreignObject'],
  ['a picture elsewhere', svgOf('<image href="https://n.example/a.png"/>'), outside],
  ['a file', svgOf('<image xlink:href="file:///etc/passwd"/>'), outside],
  ['an embedded font', svgOf(fontFace, 'viewBox="0 0 100 40"'), 'a font of its own'],
  [
    'a font elsewhere',
    svgOf('<style>@font-face{src:url(https://n.example/a.woff)}</style>'),
    'a font of its own',
  ],
  ['a drawn font', svgOf('<font><font-face font-family="X"/></font>'), 'a font of its own'],
  [
    'a font as a file',
    svgOf('<style>a{src:url("data:application/x-font-ttf;base64,AAEA")}</style>'),
    'a font of its own',
  ],
  ['an embedded SVG', svgOf('<image href="data:image/svg+xml;base64,PHN2Zy8+"/>'), noPicture],
  ['an embedded GIF', svgOf('<image href="data:image/gif;base64,R0lGODlhAQ=="/>'), noPicture],
  ['a page', svgOf('<use href="data:text/html,A"/>'), noPicture],
  ['a link', svgOf('<a href="javascript:alert(1)"><rect/></a>'), outside],
  ['an import', svgOf('<style>@import "https://n.example/a.css";</style>'), outside],
  ['url()', svgOf('<rect fill="url(https://n.example/#a)"/>'), outside],
  ['url() with escapes', svgOf('<rect style="fill:u\\72 l(//n.example)"/>'), outside],
  ['url() with a comment', svgOf('<style>rect{fill:url/**/(//n.example)}</style>'), outside],
  ['xml:base', svgOf('<g xml:base="https://n.example/"><use href="#a"/></g>'), outside],
  [
    'an include',
    svgOf('<x:include xmlns:x="http://www.w3.org/2001/XInclude" href="#a"/>'),
    outside,
  ],
  ['elements beyond the most', svgOf('<rect/>'.repeat(10_000)), 'more than 10,000 elements'],
  ['depth', svgOf('<g>'.repeat(50) + '</g>'.repeat(50)), 'elements more than 50 deep'],
  ['a bomb of use', svgOf(group + bomb), 'more than 1,000 instances after use'],
  ['a circle of use', svgOf('<g id="a"><use href="#a"/></g>'), 'more than 1,000 instances'],
]

const xml = (head: string, body = '') =>
  Buffer.from(`${head}<svg xmlns="http://www.w3.org/2000/svg" width="99" height="99">${body}</svg>`)

const refusedXml: [string, Buffer, string][] = [
  ['an entity', xml('<!DOCTYPE svg [<!ENTITY a "b">]>', '&a;'), 'an entity declaration'],
  ['a default', xml('<!DOCTYPE svg [<!ATTLIST g href CDATA "x">]>'), 'declarations of its own'],
  [
    'a style sheet',
    xml('<?xml version="1.0"?><?xml-stylesheet href="https://n.example/a.css"?>'),
    outside,
  ],
]

test('what could run, load or grow without end is refused in SVG by its name', async () => {
  for (const [name, bytes, reason] of [...refusedSvg, ...refusedXml]) {
    expect(() => checkSvg(bytes), name).toThrow(`This SVG has ${reason}`)
  }
  await using app = await openTestApp()
  const admin = await app.person('admin')
  const [[, bytes = Buffer.alloc(0), reason] = []] = refusedSvg
  const answer = await sendPicture(app, admin, 'logo', bytes, 'logo.svg')
  const message = `This SVG has ${reason}. Remove it and try again.`
  expect([answer.statusCode, answer.json()]).toMatchObject([
    400,
    { message, fields: { file: message } },
  ])
  expect(await app.db.$count(media)).toBe(0)
})

test('an SVG without a size, or that is not well formed, is refused for that', async () => {
  await using app = await openTestApp()
  const admin = await app.person('admin')
  const noSize = 'This SVG has no size. Give it a viewBox, or a width and a height.'
  const cases: [Buffer, string][] = [
    [svgOf('', ''), noSize],
    [svgOf(circle, 'width="0" height="0"'), noSize],
    [svgOf('<defs><rect width="9" height="9"/></defs>', ''), noSize],
    [svgOf('\n<g>'), 'This SVG is not well-formed XML near line 2.'],
    [svgOf('<p:use/>'), 'This SVG is not well-formed XML near line 1.'],
  ]
  for (const [bytes, message] of cases) {
    const answer = await sendPicture(app, admin, 'logo', bytes, 'logo.svg')
    expect([answer.statusCode, answer.json().message]).toEqual([400, message])
  }
})

test.each([
  ['an open element', svgOf('<g>')],
  ['another root', Buffer.from('<html><svg/></html>')],
  ['an entity of HTML', svgOf('&nbsp;')],
  ['an encoding of its own', xml('<?xml version="1.0" encoding="UTF-7"?>')],
  ['bytes that are not UTF-8', Buffer.concat([svgOf(''), Buffer.from([0xff])])],
])('%s is no SVG', (_, bytes) => expect(() => checkSvg(bytes)).toThrow(RefusedPicture))

test('references within an SVG and usual beginnings are taken', async () => {
  await using app = await openTestApp()
  const admin = await app.person('admin')
  const png = await sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
  const taken = [
    svgOf(`${group}<use href="#a"/><rect fill="url('#a')" style="mask: url(#a)"/>`),
    svgOf(`<image href="data:image/png;base64,${png.toString('base64')}" width="9" height="9"/>`),
    xml('\ufeff<?xml version="1.0" encoding="UTF-8"?>\n<!-- A -->\n<!DOCTYPE svg>', circle),
  ]
  for (const bytes of taken) {
    const answer = await sendPicture(app, admin, 'logo', bytes, 'logo.svg')
    expect([answer.statusCode, answer.body]).toEqual([201, expect.any(String)])
  }
})

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

let huge: Buffer | undefined

/** A PNG of 20,000 by 20,000 black pixels in 50 KB. */
function tooManyPixels(): Buffer {
  if (huge) return huge
  const side = 20_000
  const head = Buffer.alloc(13)
  head.writeUInt32BE(side)
  head.writeUInt32BE(side, 4)
  head.writeUInt8(1, 8)
  const pixels = deflateSync(Buffer.alloc(side * (side / 8 + 1)))
  const parts = [chunk('IHDR', head), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))]
  huge = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...parts])
  return huge
}

test('damaged, oversized and foreign files are refused in words and change nothing', async () => {
  await using app = await openTestApp()
  const admin = await app.person('admin')
  const jpeg = await sharp({
    create: {
      width: 900,
      height: 900,
      channels: 3,
      background: 'red',
      noise: { type: 'gaussian', mean: 128, sigma: 30 },
    },
  })
    .jpeg()
    .toBuffer()
  const polyglot = Buffer.concat([gif.subarray(0, 6), Buffer.from('=1;alert(1)//')])
  const unreadable = 'This picture could not be read.'
  const cases: [string, Buffer, number, string][] = [
    ['20,000 by 20,000', tooManyPixels(), 400, 'This picture has too many pixels'],
    ['a JPEG cut off', jpeg.subarray(0, jpeg.length / 2), 400, unreadable],
    ['a header alone', jpeg.subarray(0, 20), 400, unreadable],
    [
      'a PNG signature before HTML',
      Buffer.from('\x89PNG\r\n\x1a\n<html>', 'latin1'),
      400,
      unreadable,
    ],
    ['a GIF with JavaScript', polyglot, 415, 'Use a picture of the type PNG, JPEG or WebP.'],
    ['an SVG in a note', svgOf(circle), 415, 'Use a picture of the type PNG, JPEG or WebP.'],
    ['HTML', Buffer.from('<!doctype html><svg></svg>'), 415, 'Use a picture'],
    ['5 MB', Buffer.concat([jpeg, Buffer.alloc(5_000_000)]), 413, 'A picture has at most 4 MB.'],
    ['no file', Buffer.alloc(0), 415, 'Use a picture'],
  ]
  for (const [name, bytes, status, message] of cases) {
    const answer = await sendPicture(app, admin, 'note', bytes, '"><script>.svg')
    expect([name, answer.statusCode]).toEqual([name, status])
    expect(answer.json().message, name).toContain(message)
  }
  const large = svgOf(`<!--${'x'.repeat(262_144)}-->`)
  const answer = await sendPicture(app, admin, 'logo', large, 'logo.svg')
  expect([answer.statusCode, answer.json().message]).toEqual([413, 'An SVG has at most 256 KB.'])
  expect(await app.db.$count(media)).toBe(0)
})

test('a picture of too many pixels inside of an SVG is refused as well', async () => {
  await using app = await openTestApp()
  const admin = await app.person('admin')
  const href = `data:image/png;base64,${tooManyPixels().toString('base64')}`
  const bytes = svgOf(`<image href="${href}" width="99" height="99"/>`, 'width="99" height="99"')
  const began = performance.now()
  const answer = await sendPicture(app, admin, 'logo', bytes, 'logo.svg')
  expect([answer.statusCode, answer.json().message]).toEqual([
    400,
    'This picture could not be read.',
  ])
  expect(performance.now() - began).toBeLessThan(60_000)
  expect(await app.db.$count(media)).toBe(0)
}, 120_000)

test('drawing that has no end is ended', async () => {
  await using app = await openTestApp()
  const admin = await app.person('admin')
  const noise = '<filter id="f"><feTurbulence baseFrequency="0.9" numOctaves="50"/></filter>'
  const drawn = '<rect width="1000" height="1000" filter="url(#f)"/>'.repeat(40)
  const bytes = svgOf(noise + drawn, 'width="1000" height="1000"')
  const answer = await sendPicture(app, admin, 'logo', bytes)
  expect([answer.statusCode, answer.json().message]).toEqual([
    400,
    'This picture could not be read.',
  ])
}, 120_000)

test('the signature counts, not the name', async () => {
  await using app = await openTestApp()
  const admin = await app.person('admin')
  const png = await sharp({ create: { width: 200, height: 200, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
  const html = Buffer.concat([png, Buffer.from('<html><script>alert(1)</script>')])
  const answer = await sendPicture(app, admin, 'note', html, 'picture.svg')
  expect(answer.statusCode).toBe(201)
  const { url } = answer.json<{ url: string }>()
  expect(url).toMatch(/\.webp$/)
  const { rawPayload } = await app.send({ url })
  expect(rawPayload.includes('<script')).toBe(false)
})
