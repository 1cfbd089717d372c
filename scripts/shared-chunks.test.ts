import { expect, test } from 'vitest'
import { sharedChunkOf } from './shared-chunks.ts'

const page = (path: string) => `/p/src/${path}.tsx?__react-router-build-client-route`

function graph(importers: Record<string, string[]>) {
  return { getModuleInfo: (id: string) => ({ importers: importers[id] ?? [] }) }
}

const layout = '/p/src/features/site/layout/site-layout-page.tsx'
const home = page('features/site/home/home-page')
const service = page('features/site/service-pages/service-page')
const clients = page('features/clients/list/clients-page')
const words = '/p/src/words.ts'

test.each<[string, string[], string | null]>([
  ['the root', [page('root')], 'shared'],
  ['the frame of public pages', [layout], 'site'],
  ['two public pages', [home, service], 'site'],
  ['a public page and the back-office', [home, clients], 'shared'],
  ['one public page', [home], null],
  ['the back-office', [clients, page('features/identity/users/users-page')], null],
  ['nobody at first', [], null],
])('what %s needs', (_, importers, chunk) => {
  const modules = { [words]: importers, [layout]: [page('features/site/layout/site-layout-page')] }
  expect(sharedChunkOf(words, graph(modules))).toBe(chunk)
})

test('pages without its sections do not load the contact form', () => {
  const form = '/p/src/features/leads/contact-form/contact-form.tsx'
  expect(sharedChunkOf(form, graph({ [form]: [home, service] }))).toBe(null)
  const legal = page('features/site/legal/legal-page')
  expect(sharedChunkOf(form, graph({ [form]: [home, legal] }))).toBe('site')
})

test('the page of unknown addresses waits until one is opened', () => {
  const unknown = '/p/src/features/site/layout/not-found-page.tsx'
  const legal = page('features/site/legal/legal-page')
  expect(sharedChunkOf(unknown, graph({ [unknown]: [legal, service] }))).toBe(null)
})

test('the chunk shared by all pages brings no styles', () => {
  const styled = { importers: [page('root')], importedIds: ['/p/src/words.css'] }
  expect(sharedChunkOf(words, { getModuleInfo: (id) => (id === words ? styled : null) })).toBe(null)
})

test('importers in a circle come to an end', () => {
  const other = '/p/src/other.ts'
  expect(sharedChunkOf(words, graph({ [words]: [other], [other]: [words, home] }))).toBe(null)
})
