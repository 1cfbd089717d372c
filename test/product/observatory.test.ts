import { expect, test } from 'vitest'
import { observatoryScore } from '../harness/observatory.ts'

test('the arithmetic of the Observatory is that of its score table', () => {
  const bare = observatoryScore({ headers: {}, html: '', setCookies: [] })
  expect(bare.score).toBe(100 - 25 - 20 - 20 - 5)
  const policy = "default-src 'none'; frame-ancestors 'none'"
  const headers = {
    'content-security-policy': policy,
    'x-content-type-options': 'nosniff',
    'strict-transport-security': 'max-age=63072000',
  }
  expect(observatoryScore({ headers, html: '', setCookies: [] }).score).toBe(100 + 10 + 5)
  const inline = { ...headers, 'content-security-policy': "script-src 'unsafe-inline'" }
  expect(observatoryScore({ headers: inline, html: '', setCookies: [] }).score).toBe(100 - 20 - 20)
  const foreign = '<script src="https://cdn.example/x.js"></script>'
  expect(observatoryScore({ headers, html: foreign, setCookies: [] }).score).toBe(50)
})
