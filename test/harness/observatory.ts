/** A response as the Observatory sees it, with header names in lower case. */
export type Seen = { headers: Record<string, string>; html: string; setCookies: string[] }

type Modifier = [about: string, points: number]

function directives(policy: string): Map<string, string[]> {
  const parts = policy.split(';').map((part) => part.trim().split(/\s+/))
  return new Map(parts.map(([name = '', ...sources]) => [name.toLowerCase(), sources]))
}

const broad = /^(https?:|ftp:|data:|blob:|\*)$/

function policyModifier(policy: string | undefined): Modifier {
  if (!policy) return ['no policy', -25]
  const rules = directives(policy)
  const sourcesOf = (name: string) => rules.get(name) ?? rules.get('default-src') ?? ['*']
  const [scripts, styles, objects] = [
    sourcesOf('script-src'),
    sourcesOf('style-src'),
    sourcesOf('object-src'),
  ]
  const isUnsafe = (source: string) => broad.test(source) || source === "'unsafe-inline'"
  if (scripts.some(isUnsafe) || objects.some((source) => broad.test(source))) {
    return ['unsafe scripts', -20]
  }
  const all = [...rules.values()].flat()
  if (all.some((source) => /^(http|ftp):/.test(source))) return ['insecure sources', -20]
  if ([...scripts, ...styles].includes("'unsafe-eval'")) return ['unsafe eval', -10]
  if (styles.some(isUnsafe)) return ['unsafe styles', 0]
  const isNone = rules.get('default-src')?.join() === "'none'"
  return isNone ? ["nothing unsafe, default 'none'", 10] : ['nothing unsafe', 5]
}

function frameModifier(headers: Seen['headers']): Modifier {
  const ancestors = directives(headers['content-security-policy'] ?? '').get('frame-ancestors')
  if (ancestors && !ancestors.some((source) => broad.test(source))) return ['frames by policy', 5]
  return /^(deny|sameorigin)$/i.test(headers['x-frame-options'] ?? '')
    ? ['frames by header', 5]
    : ['may be framed', -20]
}

function transportModifier(value = ''): Modifier {
  const seconds = Number(/max-age=(\d+)/.exec(value)?.[1] ?? 0)
  const halfYear = 15_768_000
  if (!value) return ['no HSTS', -20]
  return seconds >= halfYear ? ['HSTS of six months or more', 0] : ['short HSTS', -10]
}

function cookieModifier(cookies: string[]): Modifier {
  if (cookies.length === 0) return ['no cookies', 0]
  if (!cookies.every((cookie) => /; *secure/i.test(cookie))) return ['insecure cookie', -40]
  if (!cookies.every((cookie) => /; *httponly/i.test(cookie))) return ['readable cookie', -30]
  const isBound = cookies.every((cookie) => /; *samesite=(lax|strict)/i.test(cookie))
  return ['secure cookies', isBound ? 5 : 0]
}

function scriptModifier(html: string): Modifier {
  const scripts = [...html.matchAll(/<script\b[^>]*\ssrc="([^"]*)"[^>]*>/g)]
  const foreign = scripts.filter(([, src]) => !/^\/(?!\/)/.test(src ?? ''))
  if (foreign.some(([tag]) => !tag.includes('integrity='))) return ['foreign scripts', -50]
  const isSealed = scripts.some(([tag]) => tag.includes('integrity='))
  return isSealed ? ['scripts with integrity', 5] : ['own scripts', 0]
}

const privateReferrers = [
  'no-referrer',
  'same-origin',
  'strict-origin',
  'strict-origin-when-cross-origin',
]

/**
 * Computes the score of MDN's HTTP Observatory 1.6.3 from its score table (`src/grader/charts.js`
 * of mdn/mdn-http-observatory): 100 minus the penalties, plus bonuses if at least 90 remain. The
 * redirect from http is the proxy's task and counts as done.
 */
export function observatoryScore({ headers, html, setCookies }: Seen): {
  score: number
  modifiers: Modifier[]
} {
  const among = (name: string, values: string[], points: number): Modifier => {
    return [name, values.includes(headers[name] ?? '') ? points : 0]
  }
  const modifiers: Modifier[] = [
    policyModifier(headers['content-security-policy']),
    frameModifier(headers),
    transportModifier(headers['strict-transport-security']),
    cookieModifier(setCookies),
    scriptModifier(html),
    ['nosniff', headers['x-content-type-options'] === 'nosniff' ? 0 : -5],
    ['cors', headers['access-control-allow-credentials'] === 'true' ? -50 : 0],
    among('referrer-policy', privateReferrers, 5),
    among('cross-origin-resource-policy', ['same-origin', 'same-site'], 10),
    among('cross-origin-embedder-policy', ['require-corp', 'credentialless'], 10),
    among('cross-origin-opener-policy', ['same-origin', 'same-origin-allow-popups'], 10),
  ]
  const sum = (wanted: (points: number) => boolean) =>
    modifiers
      .map(([, points]) => points)
      .filter(wanted)
      .reduce((a, b) => a + b, 0)
  const base = 100 + sum((points) => points < 0)
  return { score: base >= 90 ? base + sum((points) => points > 0) : Math.max(0, base), modifiers }
}
