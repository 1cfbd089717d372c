/**
 * The home page compared with nginx and a plain node:http server with the same compressed bytes,
 * and with Next.js: `node bench/pages.ts [--quick]` after `npm run build`. Ratios are of CPU time.
 * The product and nginx (as installed by Debian) both log one line per request.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { get, type IncomingHttpHeaders } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { startNginxWith } from '../test/nginx.ts'
import { startProduct } from '../test/product.ts'
import { startAnchor } from './forked.ts'
import { atRate, saturate, type Target } from './http-load.ts'
import {
  alternate,
  cpuOf,
  type Effort,
  type Figure,
  figure,
  latencies,
  percentile,
  ratioOf,
} from './measure.ts'
import { startNextSite } from './next-site.ts'
import { runAlone } from './table.ts'

const coding = 'gzip'
const headers = () => ({ 'accept-encoding': coding })
const perSecond = 500

function fetchAsSent(url: string): Promise<{ body: Buffer; sent: IncomingHttpHeaders }> {
  return new Promise((resolve, reject) => {
    get(url, { headers: headers() }, (answer) => {
      const parts: Buffer[] = []
      answer.on('data', (part) => parts.push(part))
      answer.on('end', () => resolve({ body: Buffer.concat(parts), sent: answer.headers }))
    }).on('error', reject)
  })
}

function startPlainNginx(folder: string) {
  return startNginxWith(
    (
      port,
    ) => `access_log logs/access.log combined; default_type text/html; sendfile on; tcp_nopush on; keepalive_requests 1000; server {
      listen 127.0.0.1:${port}; root ${folder}; location / { gzip_static always; } }`,
  )
}

type Side = { pids: number[]; url: string }

const loaded = ({ pids, url }: Side, seconds: number) =>
  cpuOf(pids, () => saturate({ url, headers }, { seconds }))

export async function pages({ quick }: Effort): Promise<Figure[]> {
  const [rounds, seconds] = quick ? [2, 1] : [5, 3]
  const folder = mkdtempSync(join(tmpdir(), 'counterfoil-bench-'))
  try {
    await using product = await startProduct({
      environment: { LOG_LEVEL: 'info' },
      logFile: join(folder, 'product.log'),
    })
    const home = `${product.url}/`
    const { body, sent } = await fetchAsSent(home)
    if (sent['content-encoding'] !== coding) throw new Error(`sent as ${sent['content-encoding']}`)
    writeFileSync(join(folder, 'index.html.gz'), body)
    await using nginx = await startPlainNginx(folder)
    const plain = { 'content-type': 'text/html', 'content-encoding': coding }
    const buffer = { headers: plain, base64: body.toString('base64') }
    await using bare = await startAnchor({ kind: 'buffer', ...buffer })
    const sides = {
      product: { pids: [product.pid], url: home },
      nginx: { pids: [nginx.pid], url: `${nginx.url}/index.html` },
      bare: { pids: [bare.pid], url: `http://127.0.0.1:${bare.ready.port}/` },
    }
    await warm(Object.values(sides))
    const runs = await alternate(
      {
        product: () => loaded(sides.product, seconds),
        nginx: () => loaded(sides.nginx, seconds),
        bare: () => loaded(sides.bare, seconds),
      },
      rounds,
    )
    const micros = (side: keyof typeof runs) => runs[side].map((run) => run.micros)
    const each = (side: keyof typeof runs) => `${percentile(micros(side), 0.5).toFixed(1)} µs`
    const target: Target = { url: home, headers }
    const times = latencies(await atRate(target, { perSecond, seconds }), perSecond)
    const bytes = `${(body.length / 1000).toFixed(1)} KB ${coding}`
    return [
      figure({
        name: 'home page, beside nginx',
        value: ratioOf(micros('product'), micros('nginx')),
        unit: '',
        goal: { atMost: 1.6 },
        detail: `${bytes}; CPU of a request: product ${each('product')}, nginx ${each('nginx')}; ${times}`,
      }),
      figure({
        name: 'home page, beside a buffer on node:http',
        value: ratioOf(micros('product'), micros('bare')),
        unit: '',
        detail: `CPU of a request: product ${each('product')}, node:http ${each('bare')}`,
      }),
      await besideNext(sides.product, gunzipSync(body).toString(), { quick }),
    ]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function warm(sides: readonly Side[]): Promise<void> {
  for (const { url } of sides) await saturate({ url, headers }, { seconds: 1 })
}

async function besideNext(product: Side, html: string, { quick }: Effort): Promise<Figure> {
  const name = 'home page, beside Next.js static'
  const content = /<body[^>]*>([\s\S]*)<\/body>/.exec(html)?.[1] ?? ''
  try {
    await using next = await startNextSite(content.replace(/<script[\s\S]*?<\/script>/g, ''))
    const side = { pids: [next.pid], url: next.url }
    await warm([side])
    const seconds = quick ? 1 : 2
    const runs = await alternate(
      { product: () => loaded(product, seconds), next: () => loaded(side, seconds) },
      quick ? 1 : 3,
    )
    const ours = runs.product.map(({ micros }) => micros)
    const theirs = runs.next.map(({ micros }) => micros)
    return figure({
      name,
      value: ratioOf(ours, theirs),
      unit: '',
      detail: `CPU of a request: ${next.version} ${percentile(theirs, 0.5).toFixed(0)} µs, compressing each time`,
    })
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('\n')[0] : ''
    const value = { median: Number.NaN, low: Number.NaN, high: Number.NaN }
    return figure({ name, value, unit: '', detail: `not measured: ${reason}` })
  }
}

if (import.meta.main) await runAlone(pages)
