/**
 * Proves that the programs that the files of deploy/ are for accept them, and that a rolling
 * restart behind the shipped nginx and Caddy configurations loses no request.
 *
 * `npm run prove:deploy -- [nginx|caddy|files …] [short]`
 */
import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:http2'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { hasCaddy, startCaddy } from '#test/harness/caddy.ts'
import { signIn, wait } from '#test/harness/chat-pairs.ts'
import { type Fleet, startFleet } from '#test/harness/fleet.ts'
import { startNginx, startNginxWith } from '#test/harness/nginx.ts'
import { notRun, openReport } from './report.ts'
import { call, type Reply } from './visitors.ts'

const words = process.argv.slice(2)
const restarts = words.includes('short') ? 2 : 4
const isWanted = (part: string) => words.includes(part) || words.every((word) => word === 'short')
const { report, end } = openReport()
const deploy = join(import.meta.dirname, '../../deploy')

/** Each client gets a loopback address of its own, because limits apply to addresses. */
const addressOf = (n: number) => `127.2.${Math.floor(n / 250)}.${(n % 250) + 1}`

type Kind = 'GET' | 'contact form' | 'note'

/** Reads pages, sends messages and writes notes until `during` has ended. */
async function withTraffic(url: string, during: () => Promise<void>) {
  const { cookie } = await signIn(url)
  const create = async (path: string, body: object) =>
    JSON.parse((await call(url, { path, method: 'POST', body, cookie })).text) as { id: string }
  const client = await create('/api/admin/clients', { name: 'A', email: 'a@n.example' })
  const ofClient = `/api/admin/clients/${client.id}/projects`
  const project = await create(ofClient, { title: 'A' })
  const replies: Record<Kind, Reply[]> = { GET: [], 'contact form': [], note: [] }
  const taken = new Set<string>()
  let isOver = false
  const repeat = async (step: (n: number) => Promise<unknown>) => {
    for (let n = 0; !isOver; n++) {
      await step(n)
      await wait(60)
    }
  }
  const reading = ['/', '/services/data-analysis', '/api/services'].map((path, at) =>
    repeat(async () => replies.GET.push(await call(url, { path, localAddress: addressOf(at) }))),
  )
  const writing = [0, 1, 2].map((writer) =>
    repeat(async (n) => {
      const name = `Lead ${randomUUID()}`
      const message = { name, email: 'lead@n.example', message: `Slips ${n}`, filledInMs: 9_000 }
      const from = { localAddress: addressOf(100 + ((n * 3 + writer) % 900)) }
      const sent = { path: '/api/contact', method: 'POST', body: message, ...from }
      const answer = await call(url, sent)
      replies['contact form'].push(answer)
      if (answer.status === 201) taken.add(name)
      // Proxies must not repeat this request.
      const note = { path: `${ofClient}/${project.id}/notes`, body: { content: name }, cookie }
      replies.note.push(await call(url, { ...sent, ...note }))
    }),
  )
  await during()
  isOver = true
  await Promise.all([...reading, ...writing])
  return { replies, taken }
}

async function storedLeads({ postgres }: Fleet): Promise<Map<string, number>> {
  const client = new pg.Client(postgres.url)
  await client.connect()
  try {
    const { rows } = await client.query(
      `select name, count(*)::int as count from inquiries where name like 'Lead %' group by name`,
    )
    return new Map(rows.map(({ name, count }) => [name, count]))
  } finally {
    await client.end()
  }
}

/** Counts the responses of each status, such as `201 × 120`. */
function tally(replies: Reply[]): string {
  const counts = Map.groupBy(replies, ({ status }) => status)
  return [...counts].map(([status, all]) => `${status || 'no answer'} × ${all.length}`).join(', ')
}

async function restartBehind(name: 'nginx' | 'Caddy', size: 1 | 2): Promise<void> {
  const startProxy = name === 'nginx' ? startNginx : startCaddy
  // The empty value leaves the default that applies behind a proxy.
  await using fleet = await startFleet(size, { DRAIN_SECONDS: '' }, startProxy)
  const { replies, taken } = await withTraffic(fleet.url, async () => {
    for (let restart = 0; restart < restarts; restart++) {
      await wait(2_000)
      await fleet.restart(restart % size)
      // The next instance is stopped only once the proxy has seen that this one is ready.
      await wait(3_000)
    }
  })
  const all = Object.values(replies)
  const isFailed = ({ status }: Reply) => status === 0 || status >= 500
  const failed = all.flat().filter(isFailed).length
  const stored = await storedLeads(fleet)
  const lost = [...taken].filter((one) => !stored.has(one)).length
  const doubled = [...stored.values()].filter((count) => count > 1).length
  const enough = all.every(({ length }) => length >= 100 * restarts)
  const kinds = Object.entries(replies).map(([kind, given]) => `${kind} ${tally(given)}`)
  report(
    failed + lost + doubled === 0 && enough,
    `${restarts} restarts, ${size} behind ${name}: ${kinds.join('; ')}; ` +
      `of ${taken.size} messages taken ${lost} lost, ${doubled} doubled`,
  )
}

/** Tests the shipped file with TLS and HTTP/2. Only its addresses are replaced. */
async function speaksHttp2(): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'counterfoil-tls-'))
  try {
    const [key, certificate] = [join(directory, 'key.pem'), join(directory, 'certificate.pem')]
    const asked = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
    const about = ['-subj', '/CN=localhost', '-days', '1', '-keyout', key, '-out', certificate]
    spawnSync('openssl', ['req', ...asked, ...about])
    await using nginx = await startNginxWith((port) =>
      readFileSync(join(deploy, 'nginx.conf'), 'utf8')
        .replace(/server \{\s+listen 80;[\s\S]*?\n\}\n/, '')
        .replace(/ {2}listen \[[^\n]*\n/, '')
        .replace(/ {2}listen 443 ssl;\n {2}http2 on;\n/, http2Lines(port))
        .replace(/ssl_certificate .*;/, `ssl_certificate ${certificate};`)
        .replace(/ssl_certificate_key .*;/, `ssl_certificate_key ${key};`),
    )
    const session = connect(`https://127.0.0.1:${nginx.port}`, { rejectUnauthorized: false })
    const [protocol, problem] = await new Promise<[string, string]>((resolve) => {
      session.on('connect', () => resolve([session.alpnProtocol ?? '', '']))
      session.on('error', ({ message }) => resolve(['', message]))
    })
    session.destroy()
    report(
      protocol === 'h2',
      `deploy/nginx.conf is accepted by nginx and speaks ${protocol || problem}`,
    )
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

/** The current syntax for HTTP/2, or the one that the file names for nginx before 1.25.1. */
function http2Lines(port: number): string {
  const { stderr } = spawnSync('/usr/sbin/nginx', ['-v'], { encoding: 'utf8' })
  const [, minor = '0'] = /nginx\/1\.(\d+)/.exec(stderr) ?? []
  return Number(minor) > 25
    ? `listen 127.0.0.1:${port} ssl;\nhttp2 on;\n`
    : `listen 127.0.0.1:${port} ssl http2;\n`
}

/** @returns what a program prints about a file, which is empty if it accepts the file. */
function complaintsOf(program: string, args: string[]): string {
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8' })
  return status === 0 ? '' : `${stdout}${stderr}`.trim()
}

function acceptsUnits(): void {
  const directory = mkdtempSync(join(tmpdir(), 'counterfoil-unit-'))
  const node = join(import.meta.dirname, '../../node_modules/node/bin/node')
  const units = readdirSync(deploy).filter((name) => /\.(service|timer)$/.test(name))
  for (const name of units) {
    const text = readFileSync(join(deploy, name), 'utf8')
    writeFileSync(join(directory, name), text.replace(/^ExecStart=\/opt\S+/m, `ExecStart=${node}`))
  }
  for (const name of units) {
    const unit = join(directory, name.replace('@', '@3001'))
    if (name.includes('@')) writeFileSync(unit, readFileSync(join(directory, name)))
    const complaints = complaintsOf('systemd-analyze', ['verify', '--man=no', unit])
    report(complaints === '', `deploy/${name}: systemd-analyze ${complaints || 'accepts it'}`)
  }
  rmSync(directory, { recursive: true, force: true })
}

if (isWanted('files')) {
  if (existsSync('/usr/sbin/nginx')) await speaksHttp2()
  else notRun('deploy/nginx.conf: no nginx here')
  if (existsSync('/usr/bin/systemd-analyze')) acceptsUnits()
  else notRun('units of deploy/: no systemd here')
  if (hasCaddy()) {
    const file = join(deploy, 'Caddyfile')
    const complaints = complaintsOf('caddy', [
      'validate',
      '--config',
      file,
      '--adapter',
      'caddyfile',
    ])
    report(complaints === '', `deploy/Caddyfile: Caddy ${complaints || 'accepts it'}`)
  } else notRun('deploy/Caddyfile: no Caddy here')
}
if (isWanted('nginx')) {
  if (existsSync('/usr/sbin/nginx')) await restartBehind('nginx', 2)
  else notRun('rolling restart behind nginx: no nginx here')
}
if (isWanted('caddy')) {
  if (hasCaddy()) {
    await restartBehind('Caddy', 2)
    await restartBehind('Caddy', 1)
  } else notRun('rolling restart behind Caddy: no Caddy here')
}
end()
