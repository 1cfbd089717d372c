/**
 * Installs the packages of the lock file, builds what changed, and then becomes the given script:
 *
 *   node scripts/setup.mjs start build/server/main.js
 *   node scripts/setup.mjs cli backup /backups/monday
 *
 * A `prestart` script would be skipped where ignore-scripts is set, and would not get SIGTERM. This
 * file runs before anything is installed, so it is plain JavaScript for Node 20.19 and later,
 * without packages. The script then runs on the Node of the lock file (node_modules/.bin).
 */
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  writeFileSync,
} from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** @typedef {'start' | 'cli' | 'run' | 'dev'} Mode */
/** @typedef {'install' | 'site' | 'image'} Step */
/** @typedef {Partial<Record<Step, string>>} Keys  One hash per step; absent means never done. */
/** @typedef {{ path: string, content: string | Buffer }} Input */

/** The inputs of each build. The lock file is part of both. */
const inputs = {
  site: 'src public scripts vite.config.ts react-router.config.ts tsconfig.json'.split(' '),
  image: [
    'src/server/database',
    'src/server/own-postgres',
    'drizzle',
    'scripts/build-database-image.ts',
  ],
}

/** The outputs of each step. A missing one is rebuilt whatever the stamp says. */
const outputs = {
  install: ['node_modules/node/bin/node'],
  site: ['build/site/server/index.js', 'build/site/client', 'build/server/main.js'],
  image: ['build/database'],
}

const everyStep = /** @type {Step[]} */ (['install', 'site', 'image'])

/** In development, the pages are served from their sources. */
const stepsOf = {
  start: everyStep,
  cli: everyStep,
  run: everyStep,
  dev: /** @type {Step[]} */ (['install', 'image']),
}

/**
 * Determines the steps to run, in order. An install never makes a build due by itself, because the
 * lock file is part of the build's own key.
 * @param {Mode} mode
 * @param {Keys} wanted  the keys of the checkout as it is
 * @param {Keys} done  the keys of the last successful run
 * @returns {Step[]}
 */
export function stepsDue(mode, wanted, done) {
  return stepsOf[mode].filter((step) => wanted[step] !== done[step])
}

/**
 * Makes the key of an installation. Only the fields of package.json count that affect what npm
 * installs, so that a new script or description installs nothing.
 * @param {string} lockText
 * @param {string} packageText
 * @param {string} machine  platform and architecture, because node_modules has native modules
 */
export function installKey(lockText, packageText, machine) {
  const { dependencies, devDependencies, optionalDependencies, overrides, allowScripts } =
    JSON.parse(packageText)
  const asked = { dependencies, devDependencies, optionalDependencies, overrides, allowScripts }
  return hash([lockText, JSON.stringify(asked), machine])
}

/**
 * Makes the key of a build from paths and contents, in the order of the paths. Tests are not part
 * of it.
 * @param {string} lockText
 * @param {Input[]} files
 */
export function buildKey(lockText, files) {
  const counted = files
    .filter(({ path }) => !/\.test\.tsx?$/.test(path))
    .sort((a, b) => (a.path < b.path ? -1 : 1))
  return hash([lockText, ...counted.flatMap(({ path, content }) => [path, content])])
}

/**
 * Hashes the length before each part, so that ['ab', 'c'] and ['a', 'bc'] differ.
 * @param {(string | Buffer)[]} parts
 */
function hash(parts) {
  const digest = createHash('sha256')
  for (const part of parts) digest.update(`${Buffer.byteLength(part)}:`).update(part)
  return digest.digest('hex')
}

/**
 * Whether npm has already installed this lock file (`npm install` or `npm ci` by hand): npm's own
 * record names the same packages, except for optional ones of other platforms, and the lock file
 * belongs to this package.json.
 * @param {string} lockText
 * @param {string} packageText
 * @param {string} recordText  node_modules/.package-lock.json
 */
export function isInstalled(lockText, packageText, recordText) {
  const locked = JSON.parse(lockText).packages
  const present = JSON.parse(recordText).packages
  const asked = JSON.parse(packageText)
  /** @param {{ version?: string, integrity?: string } | undefined} entry */
  const name = (entry) => `${entry?.version} ${entry?.integrity}`
  return (
    ['dependencies', 'devDependencies', 'optionalDependencies'].every(
      (field) => JSON.stringify(locked['']?.[field]) === JSON.stringify(asked[field]),
    ) &&
    Object.keys(present).every((path) => name(locked[path]) === name(present[path])) &&
    Object.keys(locked).every((path) => !path || present[path] || locked[path].optional)
  )
}

/** @param {Mode} mode @param {string} root */
async function setUp(mode, root) {
  const at = (/** @type {string} */ path) => join(root, path)
  const bin = at('node_modules/.bin')
  const lock = readFileSync(at('package-lock.json'), 'utf8')
  const packageText = readFileSync(at('package.json'), 'utf8')
  const wanted = {
    install: installKey(lock, packageText, `${process.platform}-${process.arch}`),
    site: buildKey(lock, readInputs(root, inputs.site)),
    image: buildKey(lock, readInputs(root, inputs.image)),
  }
  const done = readStamps(at)
  const record = at('node_modules/.package-lock.json')
  if (done.install !== wanted.install && existsSync(record)) {
    if (isInstalled(lock, packageText, readFileSync(record, 'utf8'))) done.install = wanted.install
  }
  for (const step of everyStep) {
    if (!outputs[step].every((path) => existsSync(at(path)))) delete done[step]
  }

  const due = stepsDue(mode, wanted, done)
  if (due.length > 0) {
    try {
      writeStamps(at, done)
    } catch (error) {
      const why = `${root} is not built or changed since, and this user cannot build there`
      const remedy = `As its owner: cd ${root} && node scripts/setup.mjs start`
      throw new Error(`${why} (${/** @type {Error} */ (error).message}). ${remedy}`)
    }
  }
  /** @param {Step} step @param {() => Promise<void>} work */
  const take = async (step, work) => {
    delete done[step]
    writeStamps(at, done)
    await work()
    done[step] = wanted[step]
    writeStamps(at, done)
  }
  if (due.includes('install')) await take('install', () => installPackages(root, bin))
  if (due.length > 0) refuseDeadNode(root)
  const builds = due.filter((step) => step !== 'install')
  await Promise.all(builds.map((step) => take(step, () => build(step, root, bin))))
}

/** @param {'site' | 'image'} step @param {string} root @param {string} bin */
async function build(step, root, bin) {
  const options = { root, path: `${bin}${delimiter}${process.env.PATH ?? ''}`, quiet: true }
  if (step === 'site') {
    print('Building the site …')
    const server = run(join(bin, 'node'), ['scripts/build-server.ts'], options)
    await Promise.all([server, run(join(bin, 'react-router'), ['build'], options)])
  } else {
    print('Preparing the database …')
    await run(join(bin, 'node'), ['scripts/build-database-image.ts'], options)
  }
}

/** @param {string} root @param {string} bin */
async function installPackages(root, bin) {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  const all = Object.keys(packages).filter((path) => path && !packages[path].optional)
  print(`Installing ${all.length} packages (half a minute and 400 MB the first time) …`)
  const progress = setInterval(() => {
    const unpacked = all.filter((path) => existsSync(join(root, path, 'package.json'))).length
    print(`  ${unpacked} of ${all.length} are there …`)
  }, 5_000)
  try {
    await runInstall(root, bin)
  } finally {
    clearInterval(progress)
  }
}

/** @param {string} root @param {string} bin */
async function runInstall(root, bin) {
  // With its own folder in the path, npm would run on the Node that it is about to replace.
  const path = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== bin)
  const options = { root, path: path.join(delimiter), quiet: false }
  // Development packages build the site, even if NODE_ENV=production would omit them. The optional
  // packages contain PostgreSQL.
  await run('npm', ['ci', '--include=dev', '--include=optional', '--loglevel=error'], options)
  if (existsSync(join(root, 'node_modules/node/bin/node'))) return
  // Where npm ignores install scripts, the one that unpacks Node must still run.
  await run('npm', ['rebuild', 'node', '--ignore-scripts=false', '--loglevel=error'], options)
  if (existsSync(join(root, 'node_modules/node/bin/node'))) return
  throw new Error('npm installed no Node: the package "node" has no build for this machine')
}

/** @param {string} root */
function refuseDeadNode(root) {
  const node = join(root, 'node_modules/node/bin/node')
  const { status, stderr, error } = spawnSync(node, ['--version'], { encoding: 'utf8' })
  if (status !== 0) throw new Error(whyDead(stderr ?? String(error)))
}

/** @param {string} output  of a Node that does not start */
export function whyDead(output) {
  const library = /(\w+)\.so\S*: cannot open/.exec(output)?.[1]
  if (!library) return `the installed Node does not run here: ${output.trim()}`
  return `this system lacks the library ${library}; on Debian: apt-get install ${library}1`
}

/** @param {string} root @param {string[]} entries  files and folders; missing ones are skipped */
function readInputs(root, entries) {
  /** @type {Input[]} */
  const files = []
  /** @param {string} path */
  const read = (path) => files.push({ path, content: readFileSync(join(root, path)) })
  for (const entry of entries.filter((path) => existsSync(join(root, path)))) {
    if (/\.\w+$/.test(entry)) {
      read(entry)
      continue
    }
    for (const found of readdirSync(join(root, entry), { recursive: true, withFileTypes: true })) {
      const folder = found.parentPath.slice(root.length + 1)
      if (found.isFile()) read(`${folder}/${found.name}`.replaceAll('\\', '/'))
    }
  }
  return files
}

/** @param {(path: string) => string} at @returns {Keys} */
function readStamps(at) {
  /** @param {string} path */
  const read = (path) => (existsSync(at(path)) ? readFileSync(at(path), 'utf8') : undefined)
  const [site, image] = (read('build/.stamp') ?? '').split('\n')
  return { install: read('node_modules/.stamp'), site, image }
}

/**
 * Call this before a step as well, so that an interrupted step is repeated.
 * @param {(path: string) => string} at
 * @param {Keys} done
 */
function writeStamps(at, done) {
  if (existsSync(at('node_modules'))) writeFileSync(at('node_modules/.stamp'), done.install ?? '')
  mkdirSync(at('build'), { recursive: true })
  writeFileSync(at('build/.stamp'), `${done.site ?? ''}\n${done.image ?? ''}`)
}

/**
 * Runs a program to its end. With `quiet`, its output is only shown when it fails.
 * @param {string} program
 * @param {string[]} args
 * @param {{ root: string, path: string, quiet: boolean }} options
 */
function run(program, args, { root, path, quiet }) {
  const line = [program.replace(`${root}/`, ''), ...args].join(' ')
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd: root,
      env: { ...process.env, PATH: path, NODE_ENV: 'production' },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    /** @param {Buffer} text */
    const append = (text) => {
      output += text
    }
    child.stdout.on('data', append)
    child.stderr.on('data', quiet ? append : (text) => process.stderr.write(text))
    const stop = () => child.kill()
    process.once('SIGTERM', stop).once('SIGINT', stop)
    child.on('error', (error) => reject(new Error(`cannot run ${line}: ${error.message}`)))
    child.on('close', (code, signal) => {
      process.off('SIGTERM', stop).off('SIGINT', stop)
      if (code === 0) return resolve(undefined)
      process.stderr.write(output)
      reject(new Error(`${line} failed (${signal ?? `exit code ${code}`})`))
    })
  })
}

/**
 * Becomes `node <args>` on the Node of the lock file. If this process runs an older one, as after
 * an install, it stays as the parent.
 * @param {string} root
 * @param {string[]} args
 */
function become(root, args) {
  const node = join(root, 'node_modules/node/bin/node')
  const path = `${join(root, 'node_modules/.bin')}${delimiter}${process.env.PATH ?? ''}`
  // Compiled code and stripped types are cached, so that a second start takes a third less time.
  const cache = process.env.NODE_COMPILE_CACHE ?? join(root, 'build/compiled')
  const env = { ...process.env, PATH: path, NODE_COMPILE_CACHE: cache }
  const quick = args[0]?.startsWith('build/') ? [] : ['--import', './src/cli/drizzle-imports.ts']
  if (typeof process.execve === 'function') process.execve(node, [node, ...quick, ...args], env)
  const child = spawn(node, [...quick, ...args], { cwd: root, env, stdio: 'inherit' })
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(signal, () => child.kill(signal))
  }
  // A killed npm forwards no signal, so the parent process is watched.
  const parent = process.ppid
  const check = setInterval(() => {
    if (parent === 1 || process.ppid === parent) return
    clearInterval(check)
    child.kill()
  }, 1_000).unref()
  child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)))
}

/** @param {string} text */
function print(text) {
  process.stderr.write(`${text}\n`)
}

async function main() {
  const [mode = '', ...script] = process.argv.slice(2)
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (!(mode in stepsOf))
    throw new Error(`the first argument is ${Object.keys(stepsOf).join(' or ')}`)
  if (major < 20 || (major === 20 && minor < 19)) {
    throw new Error(`this is Node ${process.versions.node}, Node 20.19 or later is needed`)
  }
  const root = dirname(dirname(fileURLToPath(import.meta.url)))
  await setUp(/** @type {Mode} */ (mode), root)
  if (mode === 'cli') become(root, ['src/cli/cli.ts', ...script])
  else if (script.length > 0) become(root, script)
}

const called = process.argv[1] && realpathSync(process.argv[1])
if (called === fileURLToPath(import.meta.url)) {
  await main().catch((error) => {
    print(`Setting up stopped: ${error.message}`)
    process.exitCode = 1
  })
}
