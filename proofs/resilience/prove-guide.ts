/**
 * Follows docs/operations.md word for word: runs its fenced commands as an ordinary user, in a
 * directory that replaces the system's root, for a small firm and with an outside server. Restores
 * each resulting backup into an empty place and compares: `npm run prove:guide -- [own] [outside]`
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
import { Manifest } from '#server/backup/manifest.ts'
import { newDatabaseOn } from '#test/harness/database.ts'
import { openMailSink } from '#test/harness/mail-sink.ts'
import { startPostgres } from '#test/harness/postgres-server.ts'
import { freePort, ownerPassword } from '#test/harness/product.ts'
import { commands, settings, standIns } from './guide.ts'
import { openReport } from './report.ts'

type Kind = 'own' | 'outside'

const { report, end } = openReport()
const root = join(import.meta.dirname, '../..')
const userName = 'counterfoil-trial'
const isRoot = process.getuid?.() === 0

function ordinaryUser(): { uid: number; gid: number } | undefined {
  if (!isRoot) return undefined
  spawnSync('useradd', ['--system', userName])
  const id = (flag: string) =>
    Number(spawnSync('id', [flag, userName], { encoding: 'utf8' }).stdout)
  return { uid: id('-u'), gid: id('-g') }
}

/** Creates the directory that replaces `/`. The programs of `standIns` precede all others. */
function trialDirectory(user: ReturnType<typeof ordinaryUser>): string {
  const trial = mkdtempSync(join(tmpdir(), 'counterfoil-guide-'))
  const folders =
    'bin home backups opt etc/systemd/system etc/caddy etc/nginx/conf.d etc/postfix usr/local/bin'
  for (const folder of [...folders.split(' '), 'var/lib', 'var/backups']) {
    mkdirSync(join(trial, folder), { recursive: true })
  }
  for (const [name, { script }] of Object.entries(standIns)) {
    writeFileSync(join(trial, 'bin', name), `#!/bin/sh -e\n${script}\n`, { mode: 0o755 })
  }
  writeFileSync(join(trial, 'home/.gitconfig'), '[safe]\n\tdirectory = *\n')
  if (user) spawnSync('chown', ['-R', `${user.uid}:${user.gid}`, trial])
  // Links are used where possible, because the packages take 0.7 GB.
  const packages = [join(root, 'node_modules'), join(trial, 'packages')]
  if (spawnSync('cp', ['-al', ...packages]).status) spawnSync('cp', ['-a', ...packages])
  if (user) chownSync(join(trial, 'packages'), user.uid, user.gid)
  return trial
}

async function follow(kind: Kind, user: ReturnType<typeof ordinaryUser>): Promise<void> {
  await using stack = new AsyncDisposableStack()
  const trial = trialDirectory(user)
  stack.defer(() => rmSync(trial, { recursive: true, force: true }))
  const postgres = stack.use(await startPostgres())
  const sink = stack.use(await openMailSink())
  const port = String(await freePort())
  const newPlace = async () => (kind === 'outside' ? newDatabaseOn(postgres) : '')
  const { port: postgresPort } = new URL(postgres.url)

  const run = async (script: string) => {
    const env = {
      PATH: `${trial}/bin:${process.env.PATH}`,
      HOME: `${trial}/home`,
      TRIAL: trial,
      POSTGRES_PORT: postgresPort,
    }
    const child = spawn('sh', ['-c', script], { cwd: trial, env, ...user })
    const [output, errors, [code]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'close'),
    ] as const)
    const failed = output.match(/^failed .*/gm) ?? []
    if (code !== 0) throw new Error([...errors.trim().split('\n').slice(-4), ...failed].join(' | '))
  }
  stack.defer(() => run('systemctl stop counterfoil').catch(() => {}))

  /** Replacements in the page's commands for this kind of server and this machine. */
  const replaced: [RegExp, string][] = [
    [/(?<![\w.])\/(etc|opt|var|usr\/local\/bin)(?=[\s/])/g, `${trial}/$1`],
    [/clone <repository>/, `clone -q ${root}`],
    // Uses the packages and the build of this checkout, which the user of the trial cannot change.
    [
      /&& node scripts\/setup.mjs/,
      `&& mv ${trial}/packages node_modules && mkdir build && cp -a ${root}/build/.stamp ${root}/build/[ds]* build $&`,
    ],
    [/127\.0\.0\.1:3000|https:\/\/www\.example\.com/g, `127.0.0.1:${port}`],
    [/doctor -- 127/, 'doctor -- http://127'],
    [
      /npm run restore/,
      `env DATA_DIR=${trial}/restored DATABASE_URL=${await newPlace()} npm run restore`,
    ],
    [
      /DATABASE_URL='postgres:\/\/…'/,
      `systemctl stop counterfoil; DATABASE_URL=${await newDatabaseOn(postgres)}`,
    ],
  ]
  const adapt = (line: string) => replaced.reduce((all, [from, to]) => all.replace(from, to), line)
  const left = [/^S3_\w+=.*\n/gm]
  if (kind === 'own') left.push(/^DATABASE_URL=.*\n/m)
  const filled = left
    .reduce((text, lines) => text.replace(lines, ''), adapt(settings))
    .replace(/^PUBLIC_URL=.*/m, `PUBLIC_URL=http://127.0.0.1:${port}\nPORT=${port}`)
    .replace(':5432/', `:${postgresPort}/`)
    .replace(/^SMTP_URL=.*/m, `SMTP_URL=${sink.url}`)
    .replace(/^SECRET_KEY=''$/m, `SECRET_KEY=${randomBytes(32).toString('base64')}`)
    .replace(/^ADMIN_PASSWORD=''$/m, `ADMIN_PASSWORD="${ownerPassword}"`)
  const settingsFile = join(trial, 'etc/counterfoil.env')
  writeFileSync(settingsFile, filled, { mode: 0o600 })
  if (user) chownSync(settingsFile, user.uid, user.gid)

  const wanted = commands.filter((line) =>
    kind === 'own' ? !/-u postgres/.test(line) : !/move-to-postgres/.test(line),
  )
  const steps = wanted.map((line, at) => {
    const fill = line.includes('enable --now counterfoil-backup')
    const demo = `(set -a; . ${settingsFile}; npm run seed:demo) || fails demo\n`
    return `${adapt(line)}[ $? = 0 ] || fails ${at}\n${fill ? demo : ''}`
  })
  const failing = `fails() { grep -hv '^{' ${trial}/*.log | tail -3 >&2; echo "command $1 failed" >&2; exit 1; }\n`
  await run(`${failing}${steps.join('')}`).catch(({ message }: Error) => {
    const [, at] = /command (\d+) failed/.exec(message) ?? []
    throw new Error(`${wanted[Number(at)]?.trim() ?? 'a command'} | ${message}`)
  })

  const nightly = join(trial, 'var/backups/counterfoil')
  const backups = readdirSync(nightly).map((name) => join(nightly, name))
  let compared = 0
  for (const [at, backup] of backups.entries()) {
    const place = `DATA_DIR=${trial}/fresh-${at} DATABASE_URL=${await newPlace()}`
    const again = `${trial}/again-${at}`
    await run(`set -e; cd ${trial}/opt/counterfoil; set -a; . ${settingsFile}; export ${place}
      npm run restore -- ${backup}; npm run backup -- ${again}`)
    if (isSame(backup, again)) compared++
  }
  report(
    compared === backups.length && compared > 2,
    `${kind}: ${wanted.length} of ${commands.length} commands of the page as ${user ? 'an ordinary' : 'this'} user; ` +
      `${compared} of ${backups.length} backups restored elsewhere with the same rows and documents`,
  )
}

/**
 * Compares documents and rows, except for jobs, some of which a restore gives up, and the record of
 * the last backup.
 */
function isSame(...backups: [string, string]): boolean {
  const [before, after] = backups.map((backup) => {
    const file = readFileSync(join(backup, 'manifest.json'), 'utf8')
    const { documents, tables } = Manifest.parse(JSON.parse(file))
    const rows = tables
      .filter(({ name }) => !['jobs', 'stored_state'].includes(name))
      .map(({ name, sha256 }) => [name, sha256])
    return documents.count > 0 ? JSON.stringify([documents, rows]) : undefined
  })
  return before !== undefined && before === after
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
