import { crc32, deflateSync } from 'node:zlib'

/** Drops characters outside Helvetica's standard encoding and escapes brackets and backslashes. */
function pdfText(line: string): string {
  return line.replace(/[^ -~]/g, '').replace(/[\\()]/g, (character) => `\\${character}`)
}

/** A one-page PDF (ISO 32000-1) with a heading and lines of text. */
export function makePdf(heading: string, lines: readonly string[]): Buffer {
  const shown = lines.map((line) => `(${pdfText(line)}) Tj T*`).join('\n')
  const content = `BT /F1 20 Tf 56 760 Td (${pdfText(heading)}) Tj ET\nBT /F1 11 Tf 16 TL 56 722 Td\n${shown}\nET`
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources<</Font<</F1 4 0 R>>>>/Contents 5 0 R>>',
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
    `<</Length ${content.length}>>stream\n${content}\nendstream`,
  ]
  let file = '%PDF-1.4\n'
  const offsets = objects.map((object, at) => {
    const offset = file.length
    file += `${at + 1} 0 obj\n${object}\nendobj\n`
    return `${String(offset).padStart(10, '0')} 00000 n \n`
  })
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}`
  const end = `trailer\n<</Size ${objects.length + 1}/Root 1 0 R>>\nstartxref\n${file.length}\n%%EOF\n`
  return Buffer.from(file + table + end, 'latin1')
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(data.length, 0)
  frame.writeUInt32BE(crc32(named), 4)
  return Buffer.concat([frame.subarray(0, 4), named, frame.subarray(4)])
}

const paper = 1
const ink = 0

/** A bar chart as a PNG of two colors (W3C PNG, color type 3), 480 by 270 pixels. */
export function makeChart(values: readonly number[]): Buffer {
  const [width, height, margin] = [480, 270, 24]
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 3, 0, 0, 0], 8)
  const step = (width - 2 * margin) / values.length
  const max = Math.max(...values)
  const rows = Array.from({ length: height }, (_, y) => {
    const row = Buffer.alloc(width + 1, paper)
    row[0] = 0
    values.forEach((value, at) => {
      const top = height - margin - (value / max) * (height - 2 * margin)
      if (y < top || y > height - margin) return
      const left = 1 + margin + at * step
      row.fill(ink, Math.round(left), Math.round(left + 0.7 * step))
    })
    return row
  })
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from([24, 95, 64, 250, 252, 250])),
    chunk('IDAT', deflateSync(Buffer.concat(rows))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
