/**
 * Checks the size of what a browser loads against budgets: `npm test -- budgets` after `npm run
 * build`. Scripts count as gzip, a page with its styles as brotli, both at their highest level, in
 * KB of 1,024 bytes. Each budget is slightly above the size measured on 2026-11-26. When you raise
 * one, give the reason in the commit; the usual cause is that a lazy module is imported where it is
 * not needed.
 */
import { join } from 'node:path'
import { startProduct } from '#test/harness/product.ts'
import {
  brotliSize,
  closureOf,
  gzipSize,
  gzipTotal,
  loadOf,
  plainName,
  readScripts,
} from './bundle-sizes.ts'

/**
 * Public pages: the HTML includes the style sheet of all public pages, 11 KB; React and its router
 * take 106 KB of the scripts.
 */
const pages: Record<string, { html: number; scripts: number }> = {
  '/': { html: 22.9, scripts: 139.7 },
  '/services/document-processing': { html: 19.1, scripts: 140 },
  '/legal/privacy': { html: 17.5, scripts: 133.9 },
}

/**
 * Modules loaded on demand by public pages, counted without the scripts of the page and, except for
 * `dialogs` itself, without `dialogs`. The dialog and the chat include `links`, which every page loads
 * when it is idle.
 */
const onDemand: Record<string, number> = {
  dialogs: 11.5,
  'consultation-dialog': 8.3,
  'chat-with-offers': 17,
  'toast-region': 5,
  'consent-banner': 1,
  'request-page': 8,
  'time-picker': 26.5,
}

/**
 * Back-office pages. The frame is counted without the root, the shared part without the frame, and
 * a page without both.
 */
const frame = { name: 'admin-page', budget: 51.9 }
const office = { name: 'office', budget: 25.9 }
const adminPages: Record<string, number> = {
  // This page includes the checklist, which is at the top and would push the rest down if it were
  // lazy.
  'dashboard-page': 27.2,
  'inbox-page': 23,
  'automations-page': 6,
  'automation-page': 8.6,
  'agenda-page': 6.3,
  'brief-page': 2.4,
  'clients-page': 13.7,
  'client-page': 20,
  'consultations-page': 10.4,
  'chat-console-page': 14.2,
  'booking-page': 2.8,
  'account-page': 54.4,
  'users-page': 50.2,
  'audit-page': 6,
  'mail-page': 4.8,
  'site-page': 8.5,
  'history-page': 2.7,
}

/** Public pages must not load these modules at the start. */
const lazy = new Set([
  ...Object.keys(onDemand),
  ...Object.keys(adminPages),
  frame.name,
  'zod',
  'dialogs',
  'alert-dialog',
  'tabs',
  'table',
  'composer',
  'chat-client',
  'frame',
  'office',
])

const kilobyte = 1024
const wrong: string[] = []

function weigh(what: string, bytes: number, budget: number, mend: string): void {
  const size = (bytes / kilobyte).toFixed(1)
  console.log(`${what.padEnd(58)} ${size.padStart(6)} of ${budget} KB`)
  if (bytes > budget * kilobyte) wrong.push(`${what}: ${size} KB exceed ${budget} KB; ${mend}`)
}

const scripts = readScripts(join(import.meta.dirname, '../build/site/client/assets'))
const byWeight = (files: Iterable<string>) =>
  [...files]
    .map((file) => ({ file, bytes: gzipSize(scripts.get(file) ?? '') }))
    .sort((a, b) => b.bytes - a.bytes)
    .slice(0, 8)
    .map(({ file, bytes }) => `${plainName(file)} ${(bytes / kilobyte).toFixed(1)}`)
    .join(', ')

// The address has the usual length, because a test's port would change the weight by 60 bytes.
await using product = await startProduct({
  environment: { PUBLIC_URL: 'https://www.counterfoil.example' },
})
const loaded = new Set<string>()
for (const [path, budget] of Object.entries(pages)) {
  const answer = await fetch(`${product.url}${path}`, {
    headers: { 'accept-encoding': 'identity' },
  })
  const html = await answer.text()
  const held = /<template id="scripts">(.*?)<\/template>/s.exec(html)?.[1]
  if (!held) throw new Error(`${path} does not hold its scripts.`)
  const files = [...held.matchAll(/href="\/assets\/([^"]+\.js)"/g)].map(([, file = '']) => file)
  const missing = [...closureOf(scripts, files)].filter((file) => !files.includes(file))
  if (missing.length > 0) wrong.push(`${path} does not preload ${missing.join(', ')}`)
  for (const file of files.filter((each) => lazy.has(plainName(each)))) {
    wrong.push(`${path} loads ${file}, which is to wait until it is wanted`)
  }
  for (const file of files) loaded.add(file)
  weigh(`${path} (brotli)`, brotliSize(html), budget.html, 'look at its styles and its data')
  weigh(
    `${path} scripts`,
    gzipTotal(scripts, files),
    budget.scripts,
    `heaviest: ${byWeight(files)}`,
  )
}
for (const [name, budget] of Object.entries(onDemand)) {
  const files = loadOf(scripts, name, loaded)
  weigh(name, gzipTotal(scripts, files), budget, `heaviest: ${byWeight(files)}`)
  if (name === 'dialogs') for (const file of files) loaded.add(file)
}
const root = new Set([
  ...loadOf(scripts, 'root', new Set()),
  ...loadOf(scripts, 'entry.client', new Set()),
])
for (const { name, budget } of [frame, office]) {
  const files = loadOf(scripts, name, root)
  weigh(name, gzipTotal(scripts, files), budget, `heaviest: ${byWeight(files)}`)
  for (const file of files) root.add(file)
}
for (const [name, budget] of Object.entries(adminPages)) {
  const files = loadOf(scripts, name, root)
  weigh(name, gzipTotal(scripts, files), budget, `heaviest: ${byWeight(files)}`)
}
for (const sentence of wrong) console.log(sentence)
process.exitCode = wrong.length > 0 ? 1 : 0
