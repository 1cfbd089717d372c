import { expect, test } from 'vitest'
import { officeChunkOf, sharedChunkOf } from './shared-chunks.ts'

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

const frame = page('features/admin/dashboard/admin-page')
const chat = '/p/src/features/chat/visitor/load-chat.tsx'
const form = '/p/src/features/leads/consultation-form/consultation-dialog.tsx'
const lists = ['list/clients', 'client/client', 'a/a', 'b/b', 'c/c'].map((name) =>
  page(`features/clients/${name}-page`),
)

test.each<[string, string[], string | null]>([
  ['every page of the back-office', [frame, ...lists], 'frame'],
  ['five of its pages', lists, 'office'],
  ['four of its pages', lists.slice(1), null],
  ['five of its pages and a public one', [home, ...lists], null],
  ['the frame and both forms of visitors', [frame, form], 'dialogs'],
  ['the frame and the chat of visitors', [frame, chat], 'chat-client'],
  ['a page and the chat of visitors', [clients, chat], 'chat-thread'],
  ['a page and a form of visitors', [clients, form], 'fields'],
  ['late code of visitors alone', [chat, form], null],
])('the chunk of what %s needs', (_, importers, chunk) => {
  const late = { importers: [], dynamicImporters: [home] }
  const modules: Record<string, object> = { [words]: { importers }, [chat]: late, [form]: late }
  const getModuleInfo = (id: string) => ({ importers: [], ...modules[id] })
  expect(officeChunkOf(words, { getModuleInfo })).toBe(chunk)
})

test('what a form is validated with waits until one opens', () => {
  const record = { importers: lists, importedIds: ['/p/node_modules/zod/index.js'] }
  const getModuleInfo = (id: string) => (id === words ? record : { importers: [] })
  expect(officeChunkOf(words, { getModuleInfo })).toBe(null)
})
