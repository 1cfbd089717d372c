import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')
const namesIn = (text: string, form: RegExp) =>
  [...text.matchAll(form)].map(([, name = '']) => name)

const settings = new Set(namesIn(read('.env.example'), /^#([A-Z0-9_]+)=/gm))
const compose = read('compose.yaml')
const [app = ''] = compose.split(/^ {2}postgres:/m)
const unit = read('deploy/counterfoil.service')
const kubernetes = read('deploy/kubernetes.yaml')

test.each([
  ['compose.yaml', namesIn(app, /^ {6}([A-Z0-9_]+):/gm)],
  ['kubernetes.yaml', namesIn(kubernetes, /\{ name: ([A-Z0-9_]+), value/g)],
  ['operations.md', namesIn(read('docs/operations.md'), /^([A-Z0-9_]+)=/gm)],
])('%s names settings of .env.example alone', (_, names) => {
  expect(names.length).toBeGreaterThan(1)
  const known = [...settings, 'NODE_ENV']
  expect(names.filter((name) => !known.includes(name))).toEqual([])
})

test('each set-up hands every setting on, waits for the end, and asks /readyz', () => {
  expect(app).toContain('env_file: .env')
  expect(kubernetes).toContain('envFrom:')
  const graces = [
    ...namesIn(app, /stop_grace_period: (\d+)s/g),
    ...namesIn(unit, /TimeoutStopSec=(\d+)/g),
    ...namesIn(kubernetes, /terminationGracePeriodSeconds: (\d+)/g),
  ]
  // The product is forced to end after 45 s.
  expect(graces.map((seconds) => Number(seconds) > 45)).toEqual([true, true, true])
  expect(app).toMatch(/healthcheck:[^#]*\/readyz/)
  expect(kubernetes).toMatch(/readinessProbe:\s+httpGet: \{ path: \/readyz/)
})

test('compose publishes the port on this machine alone, and the address follows it', () => {
  expect(app).toMatch(/"127\.0\.0\.1:\$\{PORT:-3000\}:3000"/)
  expect(app).toMatch(/PUBLIC_URL: \$\{PUBLIC_URL:-http:\/\/localhost:\$\{PORT:-3000\}\}$/m)
})

test('neither the unit nor the image runs as root', () => {
  for (const each of [unit, read('deploy/counterfoil-backup.service')]) {
    expect(each).toMatch(/^User=counterfoil$/m)
    expect(each).toContain('EnvironmentFile=/etc/counterfoil.env')
  }
  expect(read('Dockerfile')).toMatch(/^USER node$/m)
  expect(kubernetes).toContain('runAsNonRoot: true')
})

test('nginx logs no address that is a secret', () => {
  const [, rule = ''] =
    /location ~ (\S+) \{\s+access_log off;/.exec(read('deploy/nginx.conf')) ?? []
  const pages = namesIn(read('src/routes.ts'), /route\('([^']+):token/g)
  expect(pages).toContain('requests/')
  for (const path of [...pages, 'preview/', 'api/requests/', 'api/meetings/', 'api/holds/']) {
    expect(`/${path}secret`).toMatch(new RegExp(rule))
  }
  expect('/services/data-analysis').not.toMatch(new RegExp(rule))
})
