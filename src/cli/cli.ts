/** `npm run cli -- <command>`: commands that an operator runs alongside the product. */
import './drizzle-imports.ts'
import { parseArgs } from 'node:util'
import type { Arguments } from './operate.ts'

type Command = {
  summary: string
  /** Written as in the usage line: `<required>`, `[<optional>]`, `[one|of|these]`, `[--flag]`. */
  args?: string[]
  notes?: string
  run(given: Arguments): Promise<unknown>
}

const fromInput =
  'Reads the password from standard input: twelve characters or more, none well-known.'

const commands: Record<string, Command> = {
  backup: {
    summary: 'back up database and documents, while the product runs or not',
    args: ['<new directory>', '[--with-key]'],
    notes: `--with-key includes the secret key.
Exit code 0: complete; 1: no backup; 2: some documents were already missing or damaged in storage.`,
    run: async (given) => (await import('./backup.ts')).backup(given),
  },
  'backup:failed': {
    summary: 'record that the nightly backup failed, so that owners are told',
    notes: 'counterfoil-backup-failed.service runs it.',
    run: async () => (await import('./backup.ts')).recordFailure(),
  },
  restore: {
    summary: 'restore a backup into an empty installation',
    args: ['<backup>', '[--other-key]'],
    notes:
      '--other-key does without second factors and Google connections, which need the old key.',
    run: async (given) => (await import('./backup.ts')).restore(given),
  },
  'move-to-postgres': {
    summary: 'move the data of the own PostgreSQL to the server of DATABASE_URL',
    notes: 'Stop the product first. Exit code 2: some documents were missing.',
    run: async () => (await import('./move-to-postgres.ts')).move(),
  },
  doctor: {
    summary: 'check a running installation',
    args: ['[<url>]'],
    notes: `Checks PUBLIC_URL when no address is given, and the configuration where there is one.
Exit code 1: a check failed.`,
    run: async (given) => (await import('./doctor.ts')).doctor(given),
  },
  'user:create': {
    summary: 'create a user',
    args: ['<username>', '[owner|admin|agent]'],
    notes: `The role is agent unless given. ${fromInput}`,
    run: async (given) => (await import('./users.ts')).create(given),
  },
  'user:password': {
    summary: 'set a password, end all sessions and turn the second factor off',
    args: ['<username>'],
    notes: fromInput,
    run: async (given) => (await import('./users.ts')).password(given),
  },
  reseal: {
    summary: 'encrypt all stored secrets with the current SECRET_KEY',
    args: ['[forget]'],
    notes: '`forget` also drops what no key decrypts.',
    run: async (given) => (await import('./re-encrypt.ts')).reseal(given),
  },
  'seed:demo': {
    summary: 'fill an installation with an invented firm',
    run: async () => (await import('./fill-demo.ts')).seedDemo(),
  },
}

function usage(name: string): string {
  const { args = [] } = commands[name] as Command
  return `Usage: npm run cli -- ${[name, ...args].join(' ')}`
}

function overview(): string {
  const widest = Math.max(...Object.keys(commands).map((name) => name.length))
  return [
    'Usage: npm run cli -- <command> [arguments]',
    '       npm run cli -- <command> --help',
    '',
    ...Object.entries(commands).map(
      ([name, { summary }]) => `  ${name.padEnd(widest)}  ${summary}`,
    ),
  ].join('\n')
}

function help(name: string): string {
  const { summary, notes } = commands[name] as Command
  const sentence = `${summary.charAt(0).toUpperCase()}${summary.slice(1)}.`
  return [usage(name), '', sentence, ...(notes ? [notes] : [])].join('\n')
}

/** @returns undefined when the arguments do not fit the usage line. */
function read(args: string[], given: string[]): Arguments | undefined {
  const flags = args.flatMap((arg) => /^\[--(.+)\]$/.exec(arg)?.[1] ?? [])
  const expected = args.filter((arg) => !arg.startsWith('[--'))
  const options = Object.fromEntries(flags.map((flag) => [flag, { type: 'boolean' as const }]))
  try {
    const { positionals, values } = parseArgs({ args: given, allowPositionals: true, options })
    const fits =
      positionals.length <= expected.length &&
      expected.every((arg, at) => accepts(arg, positionals[at]))
    return fits ? { words: positionals, flags: new Set(Object.keys(values)) } : undefined
  } catch {
    return undefined
  }
}

function accepts(arg: string, word: string | undefined): boolean {
  if (word === undefined) return arg.startsWith('[')
  return arg.includes('<') ? word.trim() !== '' : arg.slice(1, -1).split('|').includes(word)
}

async function main([name = '', ...given]: string[]): Promise<void> {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (name === '--help' || name === 'help') return console.log(overview())
  if (!command) {
    console.error(name ? `There is no command ${name}.\n\n${overview()}` : overview())
    process.exitCode = 1
  } else if (given.includes('--help')) {
    console.log(help(name))
  } else {
    const words = read(command.args ?? [], given)
    if (words) return void (await command.run(words))
    console.error(usage(name))
    process.exitCode = 1
  }
}

await main(process.argv.slice(2))
