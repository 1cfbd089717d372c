/**
 * CPU time of the home page, compared with nginx serving the same compressed bytes: `node
 * proofs/bench/pages.ts [--quick]` after `npm run build`. The product and nginx (as installed by
 * Debian) both log one line for each request.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { startNginxWith } from '#test/harness/nginx.ts'
import { startProduct } from '#test/harness/product.ts'
import { saturate } from './http-load.ts'
import {
  alternate,
  cpuOf,
  type Effort,
  type Figure,
  figure,
  percentile,
  ratioOf,
} from './measure.ts'
import { runAlone } from './report.ts'

const headers = () => ({ 'accept-encoding': 'gzip' })

function startPlainNginx(folder: string) {
  return startNginxWith(
    (
      port,
    ) => `access_log logs/access.log combined; default_type text/html; sendfile on; tcp_nopush on; keepalive_requests 1000; server {
      listen 127.0.0.1:${port}; root ${folder}; location / { gzip_static always; } }`,
  )
}

export async function pages({ quick }: Effort): Promise<Figure[]> {
  const [rounds, seconds] = quick ? [2, 1] : [5, 3]
  const folder = mkdtempSync(join(tmpdir(), 'counterfoil-bench-'))
  try {
    await using product = await startProduct({
      environment: { LOG_LEVEL: 'info' },
      logFile: join(folder, 'product.log'),
    })
    const home = `${product.url}/`
    const answer = await fetch(home, { headers: headers() })
    if (answer.headers.get('content-encoding') !== 'gzip') throw new Error('not compressed')
    const body = gzipSync(await answer.text(), { level: 9 })
    writeFileSync(join(folder, 'index.html.gz'), body)
    await using nginx = await startPlainNginx(folder)
    const load = (pid: number, url: string) => () =>
      cpuOf([pid], () => saturate({ url, headers }, { seconds, connections: 8 }))
    const sides = {
      product: load(product.pid, home),
      nginx: load(nginx.pid, `${nginx.url}/index.html`),
    }
    await alternate(sides, 1)
    const runs = await alternate(sides, rounds)
    const micros = (side: keyof typeof runs) => runs[side].map((run) => run.micros)
    const each = (side: keyof typeof runs) => `${percentile(micros(side), 0.5).toFixed(1)} µs`
    return [
      figure({
        name: 'home page, beside nginx',
        value: ratioOf(micros('product'), micros('nginx')),
        unit: '',
        goal: { atMost: 2.5 },
        detail: `${(body.length / 1000).toFixed(1)} KB gzip; CPU of a request: product ${each('product')}, nginx ${each('nginx')}`,
      }),
    ]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

if (import.meta.main) await runAlone(pages)
