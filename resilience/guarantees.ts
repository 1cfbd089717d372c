/** The product's guarantees, and the evidence for each. Figures are in the output of the proofs. */

/**
 * A script, relative to the project root, with its arguments; `short` runs faster and proves less.
 */
export type Run = {
  script: string
  words: string[]
  short: string[]
  minutes: number
  /** Runs beside the others: it takes long, but little CPU. */
  isBeside?: boolean
}

const run = (
  script: string,
  words: string[],
  minutes: number,
  short = [...words, 'short'],
): Run => ({
  ...{ script, words, short, minutes },
})

export const runs = {
  chat: run('resilience/prove-chat.ts', [], 40),
  own: run('resilience/prove-faults.ts', ['own'], 40),
  killed: run('resilience/prove-faults.ts', ['killed'], 20),
  stopped: run('resilience/prove-faults.ts', ['stopped'], 8),
  frozen: run('resilience/prove-faults.ts', ['frozen'], 8),
  locked: run('resilience/prove-faults.ts', ['locked'], 5),
  redis: run('resilience/prove-faults.ts', ['redis'], 8),
  replies: run('resilience/prove-faults.ts', ['replies'], 15),
  once: run('resilience/prove-faults.ts', ['once'], 15),
  races: run('resilience/prove-faults.ts', ['races'], 15),
  uploads: run('resilience/prove-faults.ts', ['uploads'], 20),
  full: run('resilience/prove-faults.ts', ['full'], 8),
  process: run('resilience/prove-faults.ts', ['process'], 15),
  slow: run('resilience/prove-faults.ts', ['slow'], 10),
  scale: run('resilience/prove-scale.ts', [], 15, ['--visitors', '40', '--rounds', '1']),
  backup: run('resilience/prove-backup.ts', [], 20, ['5000']),
  google: run('resilience/prove-google.ts', [], 40),
  mail: run('resilience/prove-mail.ts', [], 120),
  content: run('resilience/prove-content.ts', [], 40),
  deploy: run('resilience/prove-deploy.ts', [], 5),
  idle: run('bench/sockets.ts', [], 20, ['--quick']),
  soak: { ...run('resilience/prove-soak.ts', [], 45, ['--minutes', '2']), isBeside: true },
  fuzz: run('resilience/prove-fuzz.ts', [], 70, ['--count', '5000', '--minutes', '3']),
} satisfies Record<string, Run>

export type RunName = keyof typeof runs

/** Output lines of a run, or tests: a file and a part of their names. */
export type Evidence =
  | { run: RunName; lines?: RegExp; judge?: (text: string) => boolean }
  | { file: string; tests?: RegExp }

export type Guarantee = { id: string; promise: string; by: Evidence[] }

/** This line also reports a goal for speed; only the memory of an idle socket counts here. */
function holdsIdle(text: string): boolean {
  return !text.startsWith('idle socket at') || !text.includes('not met')
}

export const guarantees: Guarantee[] = [
  {
    id: 'Q1',
    promise:
      'chat: nothing lost, doubled or out of order while servers are killed and lines are cut',
    by: [{ run: 'chat' }],
  },
  {
    id: 'Q2',
    promise: 'chat: who comes back gets everything, however much and however late',
    by: [
      {
        file: 'src/features/chat/server/chat-sessions.test.ts',
        tests: /five thousand|returns|taken up/,
      },
    ],
  },
  {
    id: 'Q3',
    promise: 'own PostgreSQL: kill -9 of the product loses nothing acknowledged',
    by: [{ run: 'own' }, { run: 'full' }, { file: 'src/server/database/crash.test.ts' }],
  },
  {
    id: 'Q4',
    promise: 'PostgreSQL killed, stopped or frozen: nothing lost or doubled, no restart needed',
    by: [
      { run: 'killed' },
      { run: 'stopped' },
      { run: 'frozen' },
      { file: 'src/server/database/postgres.test.ts' },
    ],
  },
  {
    id: 'Q5',
    promise: 'lost answers: what is asked again is done once',
    by: [{ run: 'replies' }, { run: 'once' }],
  },
  {
    id: 'Q6',
    promise: 'Redis away: nothing lost, nobody waits longer than a second',
    by: [
      { run: 'redis' },
      {
        file: 'src/features/chat/server/chat-instances.test.ts',
        tests: /notifications are lost|foreign messages/,
      },
      { file: 'src/server/live/pub-sub.test.ts' },
    ],
  },
  {
    id: 'Q7',
    promise:
      'rolling restart of two instances: nothing lost, no request fails, back within seconds',
    by: [{ run: 'scale', lines: /rolling restart|reconnects|HTTP requests/ }, { run: 'deploy' }],
  },
  {
    id: 'Q8',
    promise: 'a second process on the same data directory is refused and changes nothing',
    by: [
      { file: 'test/product.test.ts', tests: /second process/ },
      { file: 'src/server/database/lock.test.ts' },
      { file: 'src/server/database/open.test.ts', tests: /second opening/ },
    ],
  },
  {
    id: 'Q9',
    promise: 'uploads: kill -9 at any point leaves no row without its file',
    by: [
      { run: 'uploads' },
      { file: 'src/features/clients/documents/upload-crash.test.ts' },
      { file: 'src/features/clients/documents/uploads.test.ts', tests: /breaks off|out of reach/ },
    ],
  },
  {
    id: 'Q10',
    promise: 'races: many who do the same at once do it once',
    by: [
      { run: 'races' },
      { file: 'src/features/leads/conversion/conversions.test.ts', tests: /at once/ },
      { file: 'src/features/leads/contact/inquiries.test.ts', tests: /at once/ },
      { file: 'src/features/content/editing/publishing.test.ts', tests: /at once/ },
      { file: 'src/features/identity/users/accounts.test.ts', tests: /at once/ },
      { file: 'src/features/identity/account/account.test.ts', tests: /at once/ },
      { file: 'src/features/chat/server/chat-sessions.test.ts', tests: /at once/ },
      { file: 'src/features/clients/list/clients-list.test.ts', tests: /at once/ },
    ],
  },
  {
    id: 'Q11',
    promise: 'an ended session ends on every instance: calls at once, sockets within 2 s',
    by: [
      { run: 'scale', lines: /logout on one instance/ },
      { file: 'src/features/chat/server/chat-instances.test.ts', tests: /session that ends/ },
      { file: 'src/features/chat/server/socket-access.test.ts', tests: /signing out|run out/ },
    ],
  },
  {
    id: 'Q12',
    promise: '10,000 idle sockets: at most 9 KB each',
    by: [{ run: 'idle', judge: holdsIdle }],
  },
  {
    id: 'Q13',
    promise: 'one hostile client: cut off, and the others do not notice',
    by: [
      { run: 'slow' },
      { file: 'src/features/chat/server/socket-limits.test.ts' },
      { file: 'src/features/clients/documents/uploads.test.ts', tests: /dribbles|at most four/ },
      { file: 'test/connections.test.ts' },
    ],
  },
  {
    id: 'Q14',
    promise: 'access census: every route answers everybody as declared',
    by: [{ file: 'test/census.test.ts' }],
  },
  {
    id: 'Q15',
    promise: 'ASVS 5.0: listed one by one, with tests that exist',
    by: [{ file: 'scripts/security-page.test.ts' }],
  },
  {
    id: 'Q16',
    promise: 'headers: 130 points and more at the Observatory',
    by: [
      { file: 'test/observatory.test.ts' },
      { file: 'test/attacks/site.test.ts', tests: /Observatory|security header/ },
      { file: 'test/http.test.ts', tests: /security headers/ },
    ],
  },
  {
    id: 'Q17',
    promise: 'Google set-up: killed at every step and clicked fifty times, it stands once',
    by: [{ run: 'google' }],
  },
  {
    id: 'Q18',
    promise: 'backup under load and restore: as of one moment, byte for byte',
    by: [{ run: 'backup' }, { file: 'test/backup.test.ts' }],
  },
  {
    id: 'Q19',
    promise: 'no input ends the process or is answered 500',
    by: [{ run: 'fuzz' }],
  },
  {
    id: 'Q20',
    promise: 'every request becomes its mails, once each, whatever is killed, silent or away',
    by: [{ run: 'mail' }, { file: 'src/server/mail/sending.test.ts' }],
  },
  {
    id: 'Q21',
    promise:
      'settings: no acknowledged save or publish is lost, and every instance shows it in time',
    by: [{ run: 'content' }, { file: 'src/features/content/site-settings/publishing.test.ts' }],
  },
  {
    id: 'R',
    promise: 'faults of the process itself: signals, thrown errors, few file handles, long runs',
    by: [{ run: 'locked' }, { run: 'process' }, { run: 'soak' }, { file: 'test/faults.test.ts' }],
  },
]
