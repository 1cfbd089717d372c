/**
 * Follows docs/operations.md word for word: runs its fenced commands as an ordinary user, in a directory in
 * place of the system's, for a small firm and with an outside server; restores each backup they make into
 * an empty place and compares: `npm run prove:guide -- [own] [outside]`
 */
import { spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import {
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { Manifest } from '../src/server/backup/manifest.ts'
import { newDatabaseOn } from '../test/database.ts'
import { openMailSink } from '../test/mail-sink.ts'
import { startPostgres } from '../test/postgres-server.ts'
import { freePort, ownerPassword } from '../test/product.ts'
import { newRedis } from '../test/redis-server.ts'
import { commands, settings, standIns } from './guide.ts'
import { notRun, openReport } from './report.ts'

type Kind = 'own' | 'outside'
type Run = (script: string, environment?: Record<string, string>) => Promise<string>

const { report, end } = openReport()
const root = join(import.meta.dirname, '..')
const userName = 'counterfoil-trial'
const isRoot = process.getuid?.() === 0

/** A restore changes these rows, and says so: sessions, links and waiting mail end. */
const changedByRestore = ['audit_log', 'mail_outbox', 'jobs']

function ordinaryUser(): { uid: number; gid: number } | undefined {
  if (!isRoot) return undefined
  spawnSync('useradd', ['--system', userName])
  const id = (flag: string) =>
    Number(spawnSync('id', [flag, userName], { encoding: 'utf8' }).stdout)
  return { uid: id('-u'), gid: id('-g') }
}

/** The directory that takes the place of `/`, with the programs of `standIns` in front of the others. */
function trialDirectory(user: ReturnType<typeof ordinaryUser>): string {
  const trial = mkdtempSync(join(tmpdir(), 'counterfoil-guide-'))
  const folders =
    'bin home backups opt etc/systemd/system etc/nginx/conf.d etc/postfix usr/local/bin'
  for (const folder of [...folders.split(' '), 'var/lib', 'var/backups']) {
    mkdirSync(join(trial, folder), { recursive: true })
  }
  for (const [name, { script }] of Object.entries(standIns)) {
    writeFileSync(join(trial, 'bin', name), `#!/bin/sh -e\n${script}\n`, { mode: 0o755 })
  }
  writeFileSync(join(trial, 'home/.gitconfig'), '[safe]\n\tdirectory = *\n')
  if (user) spawnSync('chown', ['-R', `${user.uid}:${user.gid}`, trial])
  return trial
}

async function follow(kind: Kind, user: ReturnType<typeof ordinaryUser>): Promise<void> {
  await using stack = new AsyncDisposableStack()
  const trial = trialDirectory(user)
  stack.defer(() => rmSync(trial, { recursive: true, force: true }))
  const postgres = stack.use(await startPostgres())
  const sink = stack.use(await openMailSink())
  const redis = stack.use(await newRedis())
  const hasRedis = spawnSync('redis-server', ['--version']).status === 0
  if (hasRedis) await redis.start()
  const port = String(await freePort())
  const away = kind === 'outside' ? await newDatabaseOn(postgres) : ''
  const { port: postgresPort } = new URL(postgres.url)

  const run: Run = async (script, environment = {}) => {
    const env = {
      ...{ PATH: `${trial}/bin:${process.env.PATH}`, HOME: `${trial}/home`, TRIAL: trial },
      ...{ PGHOST: '127.0.0.1', PGPORT: postgresPort, PGUSER: 'postgres', PGDATABASE: 'postgres' },
      ...environment,
    }
    const child = spawn('sh', ['-c', script], { cwd: trial, env, ...user })
    const [output, errors, [code]] = await Promise.all([
      ...[text(child.stdout), text(child.stderr)],
      once(child, 'close'),
    ] as const)
    if (code !== 0) throw new Error(`${errors || output}`.trim().split('\n').slice(-6).join(' | '))
    return output
  }
  stack.defer(() => run('systemctl stop counterfoil').catch(() => {}))

  /** What of the page this kind and this machine cannot take as it is. */
  const replaced: [RegExp, string][] = [
    [/(?<![\w.])\/(etc|opt|var|backups|usr\/local\/bin)(?=[\s/])/g, `${trial}/$1`],
    [/clone <repository>/, `clone -q ${root}`],
    // The packages and the build of this checkout, which the user of the trial cannot change.
    [/&& node scripts\/setup.mjs/, `&& ln -s ${root}/node_modules && cp -a ${root}/build . $&`],
    [/127\.0\.0\.1:3000|https:\/\/www\.example\.com/g, `127.0.0.1:${port}`],
    [/doctor -- 127/, 'doctor -- http://127'],
    [/npm run restore/, `DATA_DIR=${trial}/restored DATABASE_URL=${away} npm run restore`],
    [
      /DATABASE_URL=postgres:\/\/…/,
      `systemctl stop counterfoil; DATABASE_URL=${await newDatabaseOn(postgres)}`,
    ],
  ]
  const adapt = (line: string) => replaced.reduce((all, [from, to]) => all.replace(from, to), line)
  const without =
    kind === 'own'
      ? /^(DATABASE_URL|REDIS_URL|S3_\w+)=.*\n/gm
      : hasRedis
        ? /^S3_\w+=.*\n/gm
        : /^(REDIS_URL|S3_\w+)=.*\n/gm
  const filled = adapt(settings.replace(without, ''))
    .replace(/^PUBLIC_URL=.*/m, `PUBLIC_URL=http://127.0.0.1:${port}\nPORT=${port}`)
    .replace(':5432/', `:${postgresPort}/`)
    .replace(/^REDIS_URL=.*/m, `REDIS_URL=${redis.url}`)
    .replace(/^SMTP_URL=.*/m, `SMTP_URL=${sink.url}`)
    .replace(/^SECRET_KEY=$/m, `SECRET_KEY=${randomBytes(32).toString('base64')}`)
    .replace(/^ADMIN_PASSWORD=$/m, `ADMIN_PASSWORD="${ownerPassword}"`)
  const settingsFile = join(trial, 'etc/counterfoil.env')
  writeFileSync(settingsFile, filled, { mode: 0o600 })
  if (user) chownSync(settingsFile, user.uid, user.gid)

  const wanted = commands.filter((line) =>
    kind === 'own' ? !/-u postgres/.test(line) : !/move-to-postgres/.test(line),
  )
  const steps = wanted.map((line, at) => {
    const fill = /nightly|counterfoil-backup\.timer\n/.test(line) && line.startsWith('systemctl')
    return `${adapt(line)}[ $? = 0 ] || fails ${at}\n${fill ? 'npm run seed:demo || fails demo\n' : ''}`
  })
  const failing = `fails() { cat ${trial}/*.log | tail -3 >&2; echo "command $1 failed" >&2; exit 1; }\n`
  await run(`${failing}${steps.join('')}`).catch(({ message }: Error) => {
    const [, at] = /command (\d+) failed$/.exec(message) ?? []
    throw new Error(`${wanted[Number(at)]?.trim() ?? 'a command'} | ${message}`)
  })

  const nightly = join(trial, 'var/backups/counterfoil')
  const backups = [
    ...readdirSync(nightly).map((name) => join(nightly, name)),
    `${trial}/backups/2026-11-21`,
  ]
  for (const [at, backup] of backups.entries()) {
    const database = kind === 'outside' ? await newDatabaseOn(postgres) : ''
    const place = { DATA_DIR: `${trial}/fresh-${at}`, DATABASE_URL: database }
    const again = `${trial}/again-${at}`
    await run(
      `set -e; cd ${trial}/opt/counterfoil; set -a; . ${settingsFile}; DATA_DIR=${place.DATA_DIR}; DATABASE_URL=${place.DATABASE_URL}
npm run restore -- ${backup}; npm run backup -- ${again}`,
    )
    const [before, after] = [backup, again].map((from) =>
      Manifest.parse(JSON.parse(readFileSync(join(from, 'manifest.json'), 'utf8'))),
    )
    const changed = before?.tables.filter(
      (table) => after?.tables.find(({ name }) => name === table.name)?.sha256 !== table.sha256,
    )
    console.log(
      changed?.map(({ name }) => name),
      before?.documents,
      after?.documents,
      before?.tables.reduce((sum, { rows }) => sum + rows, 0),
    )
  }
  console.log(steps.length)
}

const words = process.argv.slice(2)
const user = ordinaryUser()
try {
  for (const kind of ['own', 'outside'] as const) {
    if (words.length > 0 && !words.includes(kind)) continue
    await follow(kind, user).catch(({ message }: Error) => report(false, `${kind}: ${message}`))
  }
} finally {
  if (user) spawnSync('userdel', [userName])
}
end()
