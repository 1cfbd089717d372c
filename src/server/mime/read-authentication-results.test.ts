import { expect, test } from 'vitest'
import { readAuthenticationResults } from './read-authentication-results.ts'

const cases: [what: string, value: string, server: string, dmarc: string[]][] = [
  [
    'several methods',
    ' mx.firm.test; spf=pass smtp.mailfrom=a@x.test; dmarc=pass header.from=x.test',
    'mx.firm.test',
    ['pass x.test'],
  ],
  ['a version and upper case', ' MX.Firm.Test 1; DMARC=Fail (p=NONE)', 'mx.firm.test', ['fail']],
  [
    'a folded value, spaces and a version of the method',
    ' mx;\n\tdmarc / 1 = pass\n header . from = X.test',
    'mx',
    ['pass x.test'],
  ],
  ['an authserv-id in quotes', ' "mx.firm.test"; dmarc=pass', 'mx.firm.test', ['pass']],
  [
    'no authserv-id, as of Exchange Online',
    ' spf=pass smtp.mailfrom=x.test; dmarc=pass action=none header.from=x.test;compauth=pass reason=100',
    '',
    ['pass x.test'],
  ],
  ['no result', ' mx; none', 'mx', []],
  [
    'a pass in a quoted local part',
    ' mx; spf=pass smtp.mailfrom="; dmarc=pass header.from=f.test;"@x.test; dmarc=fail',
    'mx',
    ['fail'],
  ],
  ['a pass in a local part', ' mx; spf=pass smtp.mailfrom=dmarc=pass@x.test', 'mx', []],
  [
    'a pass in a comment, in one in it, and behind an escaped parenthesis',
    ' mx (; dmarc=pass (; dmarc=pass) \\) ; dmarc=pass); dmarc=fail',
    'mx',
    ['fail'],
  ],
  ['a pass in a reason', ' mx; dkim=fail reason="x\\"; dmarc=pass"; dmarc=none', 'mx', ['none']],
  [
    'a pass as a property',
    ' mx; spf=fail dmarc=pass; x-dmarc=pass; dkim=pass header.d=dmarc=pass',
    'mx',
    [],
  ],
  ['a pass in place of the authserv-id', ' mx dmarc=pass; spf=fail', 'mx', []],
  ['a result in quotes is none', ' mx; dmarc="pass"', 'mx', []],
  ['several results', ' mx; dmarc=pass; dmarc=fail', 'mx', ['pass', 'fail']],
  [
    'a comment without an end hides no failure',
    ' mx; spf=none smtp.mailfrom=(@x.test; dmarc=fail (p=none)',
    'mx',
    ['fail'],
  ],
  ['a pass behind a quote without an end', ' mx; spf=none smtp.mailfrom="x; dmarc=pass', 'mx', []],
  ['nothing', '', '', []],
]

test.each(cases)('Authentication-Results: %s', (_, value, server, dmarc) => {
  const found = readAuthenticationResults(value)
  expect(found.server).toBe(server)
  const words = found.dmarc.map(({ result, domain }) => (domain ? `${result} ${domain}` : result))
  expect(words).toEqual(dmarc)
})

test('a value of any size is read in linear time', () => {
  const started = performance.now()
  for (const piece of ['(', '"', '\\', 'dmarc=', 'a b ', '; dmarc / 1 =']) {
    readAuthenticationResults(` mx; ${piece.repeat(50_000)}`)
  }
  expect(performance.now() - started).toBeLessThan(5_000)
})
