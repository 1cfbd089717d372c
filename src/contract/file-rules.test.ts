import fc from 'fast-check'
import { expect, test } from 'vitest'
import { disposition, rangeOf } from '#server/files/file-response.ts'
import { cleanName } from './file-names.ts'
import { acceptedExtensions, extensionOf, formatSize, tooLarge, wrongType } from './file-rules.ts'

test('sizes are shown in B, KB, MB or GB with at most two decimals', () => {
  const cases: [number, string][] = [
    [0, '0 B'],
    [1, '1 B'],
    [1023, '1,023 B'],
    [1024, '1 KB'],
    [1536, '1.5 KB'],
    [1_048_575, '1 MB'],
    [1_048_576, '1 MB'],
    [52_428_800, '50 MB'],
    [1_234_567, '1.18 MB'],
    [5_368_709_120, '5 GB'],
    [5_497_558_138_880, '5,120 GB'],
  ]
  for (const [bytes, shown] of cases) expect([bytes, formatSize(bytes)]).toEqual([bytes, shown])
})

test('refusals are worded as agreed', () => {
  expect([tooLarge.title, tooLarge.about('a.pdf')]).toEqual([
    'File too large',
    'a.pdf is too large. Maximum size is 50MB.',
  ])
  expect([wrongType.title, wrongType.about('a.exe')]).toEqual([
    'Invalid file type',
    'a.exe is not a supported file type.',
  ])
  expect(acceptedExtensions).toBe(
    '.pdf,.doc,.docx,.xls,.xlsx,.ppt,.pptx,.txt,.jpg,.jpeg,.png,.gif,.zip',
  )
})

test('the extension is what follows the last dot', () => {
  expect(['a.PDF', 'a.pdf.exe', 'pdf', '.pdf', 'a.', 'a.b.txt'].map(extensionOf)).toEqual([
    'pdf',
    'exe',
    '',
    '',
    '',
    'txt',
  ])
})

test('names are cleaned of paths, control and bidirectional characters', () => {
  const cases: [string, string][] = [
    ['../../etc/passwd', 'passwd'],
    ['C:\\fakepath\\x.pdf', 'x.pdf'],
    ['a\r\nSet-Cookie: x.pdf', 'aSet-Cookie: x.pdf'],
    ['a%0D%0Ab%22c.pdf', 'ab"c.pdf'],
    ['invoice\u202egpj.exe', 'invoicegpj.exe'],
    ['.htaccess.pdf', '.htaccess.pdf'],
    ['CON.pdf', 'CON.pdf'],
    ['a.pdf ', 'a.pdf'],
    ['a.pdf...', 'a.pdf'],
    ['  two   words.txt', '  two   words.txt'],
    ['1\u00a0000\u202f€\u2003\u3000.txt', '1\u00a0000\u202f€\u2003\u3000.txt'],
    ['Ange\u0301lique 📎.png', 'Ange\u0301lique 📎.png'],
    ['zero\u200bwidth\ufeff.png', 'zero\u200bwidth\ufeff.png'],
    ['a\u061cb\u200ec\u200fd\u202ae\u2066f\u2069.png', 'abcdef.png'],
    ['a\u0085b\u2028c\u2029d\te.png', 'abcde.png'],
    ['100%.pdf', '100%.pdf'],
    ['...', ''],
    [' .. ', ''],
  ]
  for (const [sent, clean] of cases) expect([sent, cleanName(sent)]).toEqual([sent, clean])
})

test('long names are cut between characters and keep their extension', () => {
  expect(cleanName(`${'a'.repeat(300)}.pdf`)).toBe(`${'a'.repeat(251)}.pdf`)
  const family = '👨‍👩‍👧'
  const cut = cleanName(`${family.repeat(30)}.docx`)
  expect(cut).toBe(`${family.repeat(13)}.docx`)
  expect(Buffer.byteLength(cut)).toBeLessThanOrEqual(255)
})

test('every sent name becomes one short, stable line that fits a header', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (sent) => {
      const name = cleanName(sent)
      expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255)
      expect(name).not.toMatch(/[/\\\r\n\u202e]/)
      const header = disposition(name)
      expect(header).toMatch(
        /^attachment; filename="[ !#-[\]-~]*"; filename\*=UTF-8''[\w.!#$&+^`|~%-]*$/,
      )
      expect(decodeURIComponent(header.split("UTF-8''")[1] ?? '')).toBe(name)
    }),
  )
})

test('one range at a time, inside the file', () => {
  expect(rangeOf('bytes=0-0', 10)).toEqual({ start: 0, end: 0 })
  expect(rangeOf('bytes=3-', 10)).toEqual({ start: 3, end: 9 })
  expect(rangeOf('bytes=-3', 10)).toEqual({ start: 7, end: 9 })
  expect(rangeOf('bytes=-30', 10)).toEqual({ start: 0, end: 9 })
  expect(rangeOf('bytes=10-', 10)).toBe('beyond')
  expect(rangeOf('bytes=0-', 0)).toBe('beyond')
  for (const whole of [undefined, 'bytes=-', 'bytes=4-2', 'bytes=0-1,3-4', 'items=0-1']) {
    expect([whole, rangeOf(whole, 10)]).toEqual([whole, undefined])
  }
})
