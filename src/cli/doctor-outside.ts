/** Checks of the server and its pages from outside. */
import { type Finding, failed, notSet, ok, runCheck, warning } from './doctor-findings.ts'
import { checkProxy } from './doctor-proxy.ts'
import { type Answer, ask, at, header, isLoopback, type Site } from './doctor-requests.ts'

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

function canonical({ url, config }: Site, home: Answer): Finding {
  const check = 'Canonical address'
  if (home.status !== 200) return failed(check, `the home page answers ${home.status}.`)
  const [, href = ''] = /<link rel="canonical" href="([^"]+)"/.exec(home.body.toString()) ?? []
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

/** Certificates and redirects are left to the proxy's own tools. */
function encryption({ url }: Site): Finding {
  const check = 'Encryption'
  if (url.protocol === 'https:') return ok(check, 'https.')
  const words =
    'plain http: fine on this machine; before going public, terminate TLS in front and set PUBLIC_URL to https.'
  return isLoopback(url.hostname) ? notSet(check, words) : warning(check, words)
}

export async function checkFromOutside(site: Site): Promise<Finding[]> {
  let isAlive = false
  const first = await runCheck('Reachable', async () => {
    const found = await reach(site)
    isAlive = found.isAlive
    return found.finding
  })
  if (!isAlive) return first
  const home = await ask(site.url)
  return [
    ...first,
    encryption(site),
    ...(await runCheck('Security headers', () => securityHeaders(site, home))),
    canonical(site, home),
    ...(await checkProxy(site)),
  ]
}
