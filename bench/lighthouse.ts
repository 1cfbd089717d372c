/**
 * Lighthouse mobile on the public pages and on a plain HTML copy of each, alternating, five times:
 * `node bench/lighthouse.ts [runs]`. Prints the medians; LCP counts as a ratio to the copy.
 */
import { execFile, execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib'
import { findChromium } from '../scripts/find-chromium.ts'
import { startProduct } from '../test/product.ts'

const version = '13.5.0'
const folder = new URL('../build/bench/', import.meta.url).pathname
const program = join(folder, 'node_modules/lighthouse/cli/index.js')
const pages = ['/', '/services/document-processing']
const runs = Number(process.argv[2] ?? 5)

type Figures = {
  scores: Record<string, number>
  lcp: number
  tbt: number
  cls: number
  fcp: number
}

function install(): void {
  if (existsSync(program)) return
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{"private":true}')
  execFileSync('npm', ['install', '--no-audit', '--no-fund', `lighthouse@${version}`], {
    cwd: folder,
  })
}

// Not the synchronous form: the plain copy is served by this very process.
const run = promisify(execFile)

async function measure(url: string): Promise<Figures> {
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
      program,
      url,
      '--quiet',
      '--output=json',
      `--output-path=${report}`,
      `--chrome-flags=${flags.join(' ')}`,
    ],
    { env: { ...process.env, CHROME_PATH: findChromium() ?? '' }, timeout: 120_000 },
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

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}

/** The same page without any script, served from memory, with its fonts from the product. */
async function serveCopy(html: string, assets: string) {
  const bare = html.replace(/<script[\s\S]*?<\/script>/g, '')
  const body = brotliCompressSync(bare, {
    params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY },
  })
  const server = createServer(async (request, response) => {
    if (request.url === '/') {
      response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'br' }).end(body)
      return
    }
    const file = await fetch(`${assets}${request.url}`)
    const type = file.headers.get('content-type') ?? 'application/octet-stream'
    response.writeHead(file.status, { 'content-type': type, 'cache-control': 'max-age=31536000' })
    response.end(Buffer.from(await file.arrayBuffer()))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return { url: `http://localhost:${port}/`, bytes: body.length, close: () => server.close() }
}

install()
await using product = await startProduct()
for (const path of pages) {
  const url = `${product.url}${path}`
  const answer = await fetch(url, { headers: { 'accept-encoding': 'identity' } })
  const html = await answer.text()
  const wire = brotliCompressSync(html, {
    params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY },
  })
  if (brotliDecompressSync(wire).toString() !== html) throw new Error('compression is broken')
  const copy = await serveCopy(html, product.url)
  const ours: Figures[] = []
  const plain: Figures[] = []
  for (let time = 0; time < runs; time += 1) {
    ours.push(await measure(url))
    plain.push(await measure(copy.url))
  }
  copy.close()
  const of = (figures: Figures[], read: (one: Figures) => number) => median(figures.map(read))
  const lcp = of(ours, (one) => one.lcp)
  const plainLcp = of(plain, (one) => one.lcp)
  console.log(`\n${path}  (median of ${runs}, Lighthouse ${version} mobile)`)
  for (const name of Object.keys(ours[0]?.scores ?? {})) {
    console.log(`  ${name.padEnd(16)} ${of(ours, (one) => one.scores[name] ?? 0)}`)
  }
  console.log(
    `  LCP ${lcp.toFixed(0)} ms, plain copy ${plainLcp.toFixed(0)} ms, ratio ${(lcp / plainLcp).toFixed(2)} (goal 1.10)`,
  )
  console.log(
    `  TBT ${of(ours, (one) => one.tbt).toFixed(0)} ms (goal 20), plain ${of(plain, (one) => one.tbt).toFixed(0)} ms`,
  )
  console.log(`  CLS ${of(ours, (one) => one.cls).toFixed(4)} (goal below 0.01)`)
  console.log(
    `  HTML with its CSS, brotli: ${(wire.length / 1024).toFixed(1)} KB (goal 20); plain copy ${(copy.bytes / 1024).toFixed(1)} KB`,
  )
}
