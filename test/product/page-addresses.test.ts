import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { matchRoutes, type RouteObject } from 'react-router'
import { expect, test } from 'vitest'
import routes from '../../src/routes.ts'

const root = join(import.meta.dirname, '../..')

/** Whether the product has a page at this address, not counting the page for unknown addresses. */
function isPage(address: string): boolean {
  const { pathname } = new URL(address, 'https://counterfoil.example')
  const found = matchRoutes(routes as unknown as RouteObject[], pathname)
  return found !== null && found.at(-1)?.route.path !== '*'
}

/** Addresses of the back-office in a text, with a word in place of each value. */
const addressesIn = (text: string, form: RegExp) =>
  [...text.matchAll(form)].map(([, address = '']) => address.replace(/\$\{[^}]*\}/g, 'value'))

test('an address that no page has is known as such', () => {
  const inbox = ['/admin', '/admin/inbox?lead=1', '/admin/automations/1', '/admin/site/history#a']
  expect(inbox.filter((one) => !isPage(one))).toEqual([])
  const none = ['/admin/receipts', '/admin/clients/1/x', '/verify']
  expect(none.filter(isPage)).toEqual([])
})

test('what the server sends to people leads to pages', () => {
  const sources = globSync('src/{features,server}/**/{*.server,notice}.ts', { cwd: root })
  const addresses = sources.flatMap((path) =>
    addressesIn(readFileSync(join(root, path), 'utf8'), /['"`](\/admin(?:[/?#][^'"`.]*)?)['"`]/g),
  )
  expect(addresses.length).toBeGreaterThan(10)
  expect(addresses.filter((address) => !isPage(address))).toEqual([])
})

test.each(globSync('docs/*.md', { cwd: root }))(
  '%s names pages of the back-office that exist',
  (path) => {
    const text = readFileSync(join(root, path), 'utf8')
    expect(addressesIn(text, /`(\/admin[^`\s]*)`/g).filter((address) => !isPage(address))).toEqual(
      [],
    )
  },
)
