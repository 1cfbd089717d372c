import { expect, test } from 'vitest'
import { emailProblem } from '#features/leads/contact-form/contact-values.ts'
import { isAddress, mailtoOf, toAsciiDomain } from './email-address.ts'
import { email, emailOrBlank } from './fields.ts'
import { Target } from './settings/link-target.ts'

const right: [given: string, stored?: string][] = [
  ['ivan@xn--e1afmkfd.xn--p1ai'],
  ['r&d@firm.example'],
  ['anna=x@firm.example'],
  ['a/b@firm.example'],
  ["o'neil+{tag}|`x`@sub.firm.example"],
  ['.dots..of.some.firms.@firm.example'],
  ['n@127.0.0.1'],
  ['  ada@firm.example\n', 'ada@firm.example'],
  ['Иван@пример.рф'.replace('Иван', 'ivan'), 'ivan@xn--e1afmkfd.xn--p1ai'],
  ['Ada@Bücher.Example', 'Ada@xn--bcher-kva.example'],
  ['kato@例え。テスト', 'kato@xn--r8jz45g.xn--zckzah'],
  ['ada@ｆｉｒｍ．ｅｘａｍｐｌｅ', 'ada@firm.example'],
  [`${'a'.repeat(241)}@n.example`.slice(-254)],
]

const wrong = [
  '',
  'plain',
  'n@',
  '@firm.example',
  'ada@firm',
  'ada@firm..example',
  'ada@.example',
  'ada@firm.example.',
  'ada@-firm.example',
  'ada@firm-.example',
  'a b@firm.example',
  'ada@firm.example, bob@firm.example',
  '"a b"@firm.example',
  '<ada@firm.example>',
  'a@b@firm.example',
  'ada@firm.example\r\nBcc: x@firm.example',
  'ada@[127.0.0.1]',
  'ada@bücher.example/x',
  'ada@bücher.example:25',
  'ada@x@bücher',
  `ada@${'ü'.repeat(64)}.example`,
  `${'a'.repeat(245)}@n.example`,
  `ada@${'a'.repeat(64)}.example`,
]

test('one rule for addresses, on the server and in forms', () => {
  for (const [given, stored = given] of right) {
    expect([given, email('No').parse(given)]).toEqual([given, stored])
    expect([given, emailOrBlank('No').parse(given)]).toEqual([given, stored])
    expect([given, emailProblem(given.trim())]).toEqual([given, undefined])
  }
  for (const given of wrong) {
    expect([given, email('No').safeParse(given).error?.issues]).toMatchObject([
      given,
      [{ message: 'No' }],
    ])
    expect([given, emailProblem(given)]).toEqual([given, expect.any(String)])
    expect([given, isAddress(toAsciiDomain(given))]).toEqual([given, false])
  }
  expect(emailOrBlank('No').parse(' ')).toBe('')
})

test('letters beyond ASCII before the @ are refused with the reason', () => {
  for (const given of [
    'jürgen@firm.example',
    '用户@bücher.example',
    'zoé.x@firm.example',
    'ｎ@n.example',
  ]) {
    const reason = expect.stringMatching(/^Before the @, /)
    expect([given, emailProblem(given)]).toEqual([given, reason])
    expect(email('No').safeParse(given).error?.issues).toMatchObject([{ message: reason }])
  }
})

test('no part of an address adds a header to the mail of a link', () => {
  expect(mailtoOf('ada+x.y@firm.example')).toBe('mailto:ada+x.y@firm.example')
  for (const address of ['a?bcc=b@firm.example', 'r&d=#%@firm.example', 'a/b@firm.example']) {
    expect(new URL(mailtoOf(address))).toMatchObject({ search: '', hash: '' })
    expect(decodeURIComponent(new URL(mailtoOf(address)).pathname)).toBe(address)
    expect(Target.parse(mailtoOf(address))).toBe(mailtoOf(address))
  }
  for (const target of ['mailto:a?bcc=b@firm.example', 'mailto:a#b@firm.example', 'mailto:plain']) {
    expect([target, Target.safeParse(target).success]).toEqual([target, false])
  }
  expect(Target.parse('mailto:ada@bücher.example')).toBe('mailto:ada@xn--bcher-kva.example')
  expect(Target.parse('https://firm.example/@jürgen')).toBe('https://firm.example/@jürgen')
})
