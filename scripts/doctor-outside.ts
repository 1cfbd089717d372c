/** Checks from outside, of the server and its pages. */
import { type Finding, failed, finding, notSet, ok, warning } from './doctor-findings.ts'
import { lookAtProxy, lookAtTls } from './doctor-proxy.ts'
import { type Answer, ask, at, header, type Site } from './doctor-requests.ts'

async function reach({ url }: Site): Promise<{ finding: Finding; isAlive: boolean }> {
  const check = 'Reachable'
  const alive = await ask(at(url, '/healthz'))
  if (alive.status !== 200 || !alive.body.includes('"ok"')) {
    const words = `${url.origin}/healthz answers ${alive.status}: is this the product, and does the proxy lead to it?`
    return { finding: failed(check, words), isAlive: false }
  }
  const { status } = await ask(at(url, '/readyz'))
  const found =
    status === 200
      ? ok(check, `${url.origin} is alive and ready.`)
      : failed(
          check,
          `alive but not ready (${status}): the log names what does not answer, event not_ready.`,
        )
  return { finding: found, isAlive: true }
}

const promised: [string, RegExp][] = [
  ['content-security-policy', /default-src 'none'/],
  ['x-content-type-options', /^nosniff$/],
  ['x-frame-options', /^DENY$/i],
  ['referrer-policy', /./],
  ['permissions-policy', /./],
]
/** Public pages do without this header. */
const promisedInPrivate: [string, RegExp] = ['cross-origin-opener-policy', /^same-origin$/]

async function securityHeaders({ url }: Site, home: Answer): Promise<Finding> {
  const check = 'Security headers'
  const signIn = await ask(at(url, '/admin/login'))
  const wanted: [string, RegExp][] =
    url.protocol === 'https:'
      ? [...promised, ['strict-transport-security', /max-age=\d{7,}/]]
      : promised
  const expected = [
    ...wanted.map((one) => ({ answer: home, one })),
    ...[...wanted, promisedInPrivate].map((one) => ({ answer: signIn, one })),
  ]
  const missing = expected.filter(
    ({ answer, one: [name, form] }) => !form.test(header(answer, name)),
  )
  const wrong = [...new Set(missing.map(({ one: [name] }) => name))]
  if (wrong.length > 0) {
    return failed(
      check,
      `missing or changed: ${wrong.join(', ')}. The product sends them (Strict-Transport-Security when PUBLIC_URL is https): let the proxy pass them on.`,
    )
  }
  return ok(check, `all ${wanted.length + 1} are there.`)
}

function canonical({ url, config }: Site, home: Answer, html: string): Finding {
  const check = 'Canonical address'
  if (home.status !== 200) return failed(check, `the home page answers ${home.status}.`)
  const [, href = ''] = /<link rel="canonical" href="([^"]+)"/.exec(html) ?? []
  const named = URL.canParse(href) ? new URL(href).origin : 'nothing'
  if (named !== url.origin) {
    return failed(
      check,
      `pages call themselves ${named}: set PUBLIC_URL=${url.origin}, or look at the address visitors use.`,
    )
  }
  if (config && config.publicUrl !== url.origin) {
    return warning(
      check,
      `${named}, but the configuration here says ${config.publicUrl}: another installation?`,
    )
  }
  return ok(check, `${named}, the same as PUBLIC_URL.`)
}

const accept = { 'accept-encoding': 'br, gzip' }

async function pages({ url }: Site): Promise<Finding> {
  const check = 'Pages'
  const first = await ask(url, { headers: accept })
  const etag = header(first, 'etag')
  const again = await ask(url, { headers: { ...accept, 'if-none-match': etag } })
  const coding = header(first, 'content-encoding')
  if (/max-age=[1-9]|s-maxage/.test(header(first, 'cache-control'))) {
    return failed(
      check,
      'cached in between: edits would not show. The proxy must not add Cache-Control.',
    )
  }
  if (!coding) return warning(check, 'not compressed: let the proxy pass Accept-Encoding on.')
  if (!etag || again.status !== 304) {
    return warning(check, 'sent in full each time: let the proxy pass ETag and If-None-Match on.')
  }
  return ok(check, `compressed (${coding}) and asked for again by their ETag.`)
}

/** In bytes; smaller responses are not compressed. */
const worthwhileBytes = 2048

/** The first asset of the page that is large enough to be compressed. */
async function largeAsset(
  url: URL,
  html: string,
): Promise<{ path: string; asset: Answer } | undefined> {
  for (const [path] of html.matchAll(/\/assets\/[\w.-]+\.(?:js|css)/g)) {
    const asset = await ask(at(url, path), { headers: accept })
    const isSmall = !header(asset, 'content-encoding') && asset.body.length < worthwhileBytes
    if (asset.status !== 200 || !isSmall) return { path, asset }
  }
  return undefined
}

async function assets({ url }: Site, html: string): Promise<Finding> {
  const check = 'Assets'
  const found = await largeAsset(url, html)
  if (!found) return failed(check, 'the home page has none: is this the product?')
  const { path, asset } = found
  if (asset.status !== 200) {
    return failed(check, `${path} answers ${asset.status}: the proxy must pass /assets/ on.`)
  }
  if (!header(asset, 'cache-control').includes('immutable')) {
    return warning(check, 'not cached permanently: let the proxy pass Cache-Control on.')
  }
  return header(asset, 'content-encoding')
    ? ok(check, 'compressed and cached permanently.')
    : warning(check, 'not compressed: let the proxy pass Accept-Encoding on.')
}

function clock(home: Answer, now: number): Finding {
  const check = 'Clock of the server'
  const apart = Math.round(Math.abs(now - Date.parse(header(home, 'date'))) / 1000)
  if (Number.isNaN(apart)) return notSet(check, 'the answers carry no date.')
  return apart <= 5
    ? ok(check, 'the same as here.')
    : warning(
        check,
        `${apart} s apart from the one here: sign-in codes depend on it, let both keep time.`,
      )
}

export async function lookFromOutside(site: Site): Promise<Finding[]> {
  let isAlive = false
  const first = await finding('Reachable', async () => {
    const found = await reach(site)
    isAlive = found.isAlive
    return found.finding
  })
  const tls = await lookAtTls(site)
  if (!isAlive) return [...first, ...tls]
  const home = await ask(site.url)
  const ofClock = clock(home, Date.now())
  const html = home.body.toString()
  return [
    ...first,
    ...tls,
    ...(await finding('Security headers', () => securityHeaders(site, home))),
    canonical(site, home, html),
    ...(await finding('Pages', () => pages(site))),
    ...(await finding('Assets', () => assets(site, html))),
    ...(await lookAtProxy(site)),
    ofClock,
  ]
}
