/**
 * Lighthouse mobile on the public pages and on a plain HTML copy of each, in turns: `node
 * bench/lighthouse.ts [runs] [--quick]`, after `npm run build`. LCP counts as a ratio to the copy.
 */
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompressSync, constants } from 'node:zlib'
import { findWholeChromium } from '../scripts/find-chromium.ts'
import { startProduct } from '../test/product.ts'
import {
  alternate,
  type Effort,
  type Figure,
  figure,
  percentile,
  ratioOf,
  spreadOf,
} from './measure.ts'
import { installApart } from './packages.ts'
import { runAlone } from './table.ts'

const version = '13.5.0'
const pages = ['/', '/services/document-processing']

type Audit = {
  scores: Record<string, number>
  lcp: number
  tbt: number
  cls: number
  fcp: number
}

// Not the synchronous form: this process also serves the plain copy.
const run = promisify(execFile)

async function auditOnce(folder: string, url: string): Promise<Audit> {
  const report = join(folder, 'report.json')
  const flags = [
    '--headless=new',
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    ...['--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'],
    ...['--disable-component-update', '--disable-sync'],
  ]
  await run(
    process.execPath,
    [
      join(folder, 'node_modules/lighthouse/cli/index.js'),
      url,
      '--quiet',
      '--output=json',
      `--output-path=${report}`,
      `--chrome-flags=${flags.join(' ')}`,
    ],
    { env: { ...process.env, CHROME_PATH: findWholeChromium() ?? '' }, timeout: 120_000 },
  )
  const { audits, categories } = JSON.parse(readFileSync(report, 'utf8')) as {
    audits: Record<string, { numericValue: number }>
    categories: Record<string, { score: number }>
  }
  const value = (name: string) => audits[name]?.numericValue ?? Number.NaN
  return {
    scores: Object.fromEntries(
      Object.entries(categories).map(([name, { score }]) => [name, Math.round(score * 100)]),
    ),
    lcp: value('largest-contentful-paint'),
    tbt: value('total-blocking-time'),
    cls: value('cumulative-layout-shift'),
    fcp: value('first-contentful-paint'),
  }
}

/** Lighthouse sometimes misses the beginning of its own recording and asks to be run again. */
async function audit(folder: string, url: string): Promise<Audit> {
  try {
    return await auditOnce(folder, url)
  } catch (error) {
    if (!String(error).includes('NO_NAVSTART')) throw error
    return await auditOnce(folder, url)
  }
}

/**
 * The same page without scripts and their data. JSON-LD for crawlers is content and stays. Fonts
 * and icons are served from memory too: a font arriving later than ours would count as not needed
 * for the first paint.
 */
async function serveCopy(html: string, assets: string) {
  const bare = html.replace(
    /<script(?![^>]*type="application\/ld\+json")[^>]*>[\s\S]*?<\/script>/g,
    '',
  )
  const body = compressed(bare)
  const files = new Map<string, { type: string; bytes: Buffer }>()
  for (const [, path = ''] of bare.matchAll(/<link [^>]*href="(\/[^"]+\.\w+)"/g)) {
    const file = await fetch(`${assets}${path}`)
    const type = file.headers.get('content-type') ?? 'application/octet-stream'
    files.set(path, { type, bytes: Buffer.from(await file.arrayBuffer()) })
  }
  const server = await listen((request, response) => {
    const file = files.get(request.url ?? '')
    if (request.url === '/') {
      response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'br' }).end(body)
    } else if (file) {
      const headers = { 'content-type': file.type, 'cache-control': 'max-age=31536000' }
      response.writeHead(200, headers).end(file.bytes)
    } else response.writeHead(404).end()
  })
  return { url: `${server.origin}/`, bytes: body.length, close: server.close }
}

async function listen(handle: RequestListener) {
  const server = createServer(handle)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return { origin: `http://localhost:${port}`, close: () => server.close() }
}

const compressed = (html: string) =>
  brotliCompressSync(html, {
    params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY },
  })

async function besideCopy(url: string, path: string, folder: string, runs: number) {
  const answer = await fetch(`${url}${path}`, { headers: { 'accept-encoding': 'identity' } })
  const html = await answer.text()
  const copy = await serveCopy(html, url)
  const results = await alternate(
    {
      ours: () => audit(folder, `${url}${path}`),
      plain: () => audit(folder, copy.url),
    },
    runs,
  )
  copy.close()
  const all = (side: keyof typeof results, of: 'lcp' | 'tbt' | 'cls') =>
    results[side].map((one) => one[of])
  const median = (side: keyof typeof results, of: 'lcp' | 'tbt') =>
    `${percentile(all(side, of), 0.5).toFixed(0)} ms`
  const scores = Object.keys(results.ours[0]?.scores ?? {}).map(
    (name) =>
      `${name} ${percentile(
        results.ours.map((one) => one.scores[name] ?? 0),
        0.5,
      )}`,
  )
  return [
    figure({
      name: `phone, ${path}, LCP beside plain HTML`,
      value: ratioOf(all('ours', 'lcp'), all('plain', 'lcp')),
      unit: '',
      goal: { atMost: 1.1 },
      detail: `${median('ours', 'lcp')}, plain copy ${median('plain', 'lcp')}; ${scores.join(', ')}`,
    }),
    figure({
      name: `phone, ${path}, TBT`,
      value: spreadOf(all('ours', 'tbt')),
      unit: 'ms',
      goal: { atMost: 20 },
      detail: `plain copy ${median('plain', 'tbt')}`,
    }),
    figure({
      name: `phone, ${path}, CLS`,
      value: spreadOf(all('ours', 'cls')),
      unit: '',
      goal: { atMost: 0.01 },
      detail: 'layout shifts until the page rests',
    }),
    figure({
      name: `phone, ${path}, HTML with its CSS`,
      value: spreadOf([compressed(html).length / 1024]),
      unit: 'KB',
      goal: { atMost: 20 },
      detail: `brotli, as sent; plain copy ${(copy.bytes / 1024).toFixed(1)} KB`,
    }),
  ]
}

export async function phone({ quick }: Effort, words: readonly string[] = []): Promise<Figure[]> {
  const folder = installApart('lighthouse', [`lighthouse@${version}`])
  await using product = await startProduct()
  const runs = Number(words[0] ?? (quick ? 1 : 5))
  const figures: Figure[] = []
  for (const path of quick ? pages.slice(0, 1) : pages) {
    figures.push(...(await besideCopy(product.url, path, folder, runs)))
  }
  return figures
}

if (import.meta.main) await runAlone(phone)
