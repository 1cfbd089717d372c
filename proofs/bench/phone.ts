/**
 * Lighthouse mobile on the home page and on a plain HTML copy of it, in turn: `node
 * proofs/bench/phone.ts [--quick]` after `npm run build`. LCP counts as a ratio to the copy.
 */
import { execFile, execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompressSync } from 'node:zlib'
import { startProduct } from '#test/harness/product.ts'
import { brotliSize, gzipSize } from '../../scripts/bundle-sizes.ts'
import { findWholeChromium } from '../../scripts/find-chromium.ts'
import { alternate, type Effort, type Figure, figure, ratioOf, spreadOf } from './measure.ts'
import { runAlone } from './report.ts'

const version = '13.5.0'
const folder = join(tmpdir(), `counterfoil-bench-${process.getuid?.() ?? ''}`, 'lighthouse')
const program = join(folder, 'node_modules/lighthouse/cli/index.js')
const flags = [
  '--headless=new',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
]

/** Installs Lighthouse into a temporary folder, which is kept for the next run. */
function installLighthouse(): void {
  if (existsSync(program)) return
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const args = ['install', '--prefix', folder, '--no-audit', '--no-fund', `lighthouse@${version}`]
  execFileSync('npm', args, { stdio: ['ignore', 'ignore', 'inherit'] })
}

/** Lighthouse sometimes misses the beginning of its own recording and must be run again. */
async function audit(url: string, tries = 2): Promise<{ lcp: number; tbt: number }> {
  const report = join(folder, 'report.json')
  const output = ['--quiet', '--output=json', `--output-path=${report}`]
  const env = { ...process.env, CHROME_PATH: findWholeChromium() ?? '' }
  try {
    // The call is asynchronous, because this process also serves the plain copy.
    await promisify(execFile)(
      process.execPath,
      [program, url, ...output, `--chrome-flags=${flags.join(' ')}`],
      { env, timeout: 120_000 },
    )
  } catch (error) {
    if (tries === 1 || !String(error).includes('NO_NAVSTART')) throw error
    return audit(url, tries - 1)
  }
  const { audits } = JSON.parse(readFileSync(report, 'utf8')) as {
    audits: Record<string, { numericValue: number }>
  }
  const value = (name: string) => audits[name]?.numericValue ?? Number.NaN
  return { lcp: value('largest-contentful-paint'), tbt: value('total-blocking-time') }
}

/** Serves the page without scripts and their data. Fonts and icons still come from the product. */
async function serveCopy(html: string, assets: string) {
  const bare = html.replace(
    /<script(?![^>]*type="application\/ld\+json")[^>]*>[\s\S]*?<\/script>/g,
    '',
  )
  const body = brotliCompressSync(bare)
  const server = createServer(async ({ url = '/' }, response) => {
    if (url === '/') {
      response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'br' }).end(body)
      return
    }
    const file = await fetch(`${assets}${url}`)
    const type = file.headers.get('content-type') ?? ''
    const headers = { 'content-type': type, 'cache-control': 'max-age=31536000' }
    response.writeHead(file.status, headers).end(Buffer.from(await file.arrayBuffer()))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return Object.assign(server, {
    url: `http://localhost:${(server.address() as AddressInfo).port}/`,
  })
}

/** The gzip size of the scripts that the page names, which it loads first. */
async function scriptBytes(url: string, html: string): Promise<number> {
  const paths = new Set([...html.matchAll(/\/assets\/[\w.-]+\.js/g)].map(([path]) => path))
  const sizes = [...paths].map(async (path) => {
    const script = await fetch(`${url}${path}`)
    return gzipSize(await script.text())
  })
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
}

export async function phone({ quick }: Effort): Promise<Figure[]> {
  installLighthouse()
  await using product = await startProduct()
  const home = await fetch(product.url, { headers: { 'accept-encoding': 'identity' } })
  const html = await home.text()
  await using copy = await serveCopy(html, product.url)
  const runs = await alternate(
    { ours: () => audit(product.url), plain: () => audit(copy.url) },
    quick ? 1 : 5,
  )
  const all = (side: keyof typeof runs, metric: 'lcp' | 'tbt') =>
    runs[side].map((one) => one[metric])
  const plain = (metric: 'lcp' | 'tbt') =>
    `plain copy ${spreadOf(all('plain', metric)).median.toFixed(0)} ms`
  const one = (
    name: string,
    value: Figure['value'],
    unit: string,
    atMost: number,
    detail: string,
  ) => figure({ name: `phone, ${name}`, value, unit, goal: { atMost }, detail })
  const kilobytes = (bytes: number) => spreadOf([bytes / 1024])
  const scripts = await scriptBytes(product.url, html)
  return [
    one(
      'LCP beside plain HTML',
      ratioOf(all('ours', 'lcp'), all('plain', 'lcp')),
      '',
      1.05,
      plain('lcp'),
    ),
    one('TBT', spreadOf(all('ours', 'tbt')), 'ms', 60, plain('tbt')),
    one('HTML with its CSS', kilobytes(brotliSize(html)), 'KB', 24, 'brotli, as sent'),
    one('first-load JavaScript', kilobytes(scripts), 'KB', 140, 'gzip'),
  ]
}

if (import.meta.main) await runAlone(phone)
