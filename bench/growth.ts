/**
 * The same work with 1, 10 and 100 times the data, on PostgreSQL: `npm run bench -- growth`. The
 * curves are drawn into `results/`.
 */
import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { sql } from 'drizzle-orm'
import type { Database } from '../src/server/database/open.ts'
import { signIn } from '../test/chat-pairs.ts'
import { type PostgresServer, startPostgres } from '../test/postgres-server.ts'
import { newDataDirectory, startProduct } from '../test/product.ts'
import { addressOf, askHistory, joinAsAgent, joinMany, saturateChat } from './chat-load.ts'
import { fill } from './client-data.ts'
import type { Curve } from './curve.ts'
import { startChatServer } from './forked.ts'
import { drawings, microsOfInbox } from './growth-inbox.ts'
import { fromEverywhere, saturate } from './http-load.ts'
import { cpuOf, type Effort } from './measure.ts'
import { newDatabase } from './new-database.ts'
import { writeCurve } from './results.ts'
import { bytesOfChat } from './sockets.ts'

const unit = 'µs of processor time for one answer, database included'
const project = '01a1f904-0000-7000-8000-0000000000aa'
const chat = '01a1f904-0000-7000-8000-0000000000bb'

/** CPU time of calls by path, with this data. */
async function microsOf(
  server: PostgresServer,
  name: string,
  load: (db: Database) => Promise<void>,
  paths: Record<string, string>,
  seconds: number,
): Promise<Record<string, number>> {
  const environment = {
    DATABASE_URL: await newDatabase(server, name, load),
    SECRET_KEY: randomBytes(32).toString('base64'),
    TRUST_PROXY: '127.0.0.1,::1',
    PUBLIC_URL: 'http://localhost:3000',
  }
  await using product = await startProduct({ environment })
  const { cookie } = await signIn(product.url)
  const headers = (n: number) => ({ cookie, ...fromEverywhere(n) })
  const found: Record<string, number> = {}
  for (const [label, path] of Object.entries(paths)) {
    const target = { url: `${product.url}/api${path}`, headers }
    await saturate(target, { seconds: seconds / 4, connections: 2 })
    const work = () => saturate(target, { seconds, connections: 4 })
    found[label] = (await cpuOf([product.pid, server.pid], work)).micros
  }
  return found
}

type Measured = (size: number) => Promise<Record<string, number>>

async function curveOf(plan: Omit<Curve, 'series'>, measure: Measured): Promise<Curve> {
  const found: Record<string, number>[] = []
  for (const size of plan.sizes) {
    found.push(await measure(size))
    console.log(`${plan.title}, ${size.toLocaleString('en')}`, found.at(-1))
  }
  const labels = Object.keys(found[0] ?? {})
  const series = labels.map((label) => ({
    label,
    values: found.map((values) => values[label] ?? Number.NaN),
  }))
  return { ...plan, series }
}

const loadInquiries = (count: number) => async (db: Database) => {
  await db.execute(sql`
    insert into inquiries (id, name, email, company, service, message, content_hash, created_at)
    select gen_random_uuid(), 'Lead ' || i, 'lead' || i || '@n.example',
      case when i % 10 = 0 then 'Northfold' else 'Tarn' end,
      case when i % 2 = 0 then 'consultation' else '' end, repeat('Slips a week. ', 8),
      sha256(i::text::bytea), now() - i * interval '1 minute'
    from generate_series(1, ${count}::int) i`)
  await db.execute(sql`analyze inquiries`)
}

const loadDocuments = (count: number) => async (db: Database) => {
  await db.execute(
    sql`insert into clients (id, name, email) values (${project}, 'Northfold', 'n@n.example')`,
  )
  await db.execute(
    sql`insert into projects (id, client_id, title) values (${project}, ${project}, 'Slips')`,
  )
  await db.execute(sql`
    insert into project_documents
      (id, project_id, original_name, mime_type, file_size, sha256, storage_key, created_at)
    select gen_random_uuid(), ${project}, 'slip-' || i || '.pdf', 'application/pdf', 1000 + i,
      sha256(i::text::bytea), 'bench/' || i, now() - i * interval '1 minute'
    from generate_series(1, ${count}::int) i`)
  await db.execute(sql`analyze project_documents`)
}

const loadMessages = (count: number, each: number) => async (db: Database) => {
  const id = sql`('01a1f904-0000-7000-8000-' || lpad(to_hex(187 + (i - 1) / ${each}::int), 12, '0'))::uuid`
  await db.execute(sql`
    insert into chat_sessions (id, visitor_hash, visitor_name, visitor_email, last_seq, message_count)
    select ${id}, sha256(i::text::bytea), 'Visitor', 'v@n.example', ${each}::int, ${each}::int
    from generate_series(1, ${count}::int, ${each}::int) i`)
  await db.execute(sql`
    insert into chat_messages (id, session_id, seq, sender_type, sender_key, content)
    select gen_random_uuid(), ${id}, 1 + (i - 1) % ${each}::int, 'visitor', 'visitor', 'Hello ' || i
    from generate_series(1, ${count}::int) i`)
  await db.execute(sql`analyze chat_messages`)
}

async function withChat<T>(
  server: PostgresServer,
  name: string,
  load: (db: Database) => Promise<void>,
  work: (chat: Awaited<ReturnType<typeof startChatServer>>) => Promise<T>,
): Promise<T> {
  const dataDir = newDataDirectory()
  try {
    const DATABASE_URL = await newDatabase(server, name, load)
    await using started = await startChatServer({ DATA_DIR: dataDir, DATABASE_URL })
    return await work(started)
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

function historyMicros(server: PostgresServer, count: number, times: number) {
  return withChat(server, `chat_one_${count}`, loadMessages(count, count), async (started) => {
    const agent = await joinAsAgent(started, [chat])
    const microsOfOpening = async (more: object) => {
      const { micros } = await cpuOf([started.pid, server.pid], async () => {
        for (let done = 0; done < times; done++) {
          await askHistory(agent, started.ready.userId, chat, more)
        }
        return { done: times }
      })
      return micros
    }
    const newest = await microsOfOpening({ lastSeq: 0, newest: 50 })
    const whole = await microsOfOpening({})
    agent.terminate()
    return { 'newest messages': newest, 'whole history': whole }
  })
}

function storingMicros(server: PostgresServer, count: number, seconds: number) {
  return withChat(server, `chat_all_${count}`, loadMessages(count, 100), async (started) => {
    const visitors = await joinMany(addressOf(started), 100)
    await saturateChat(visitors, 1)
    const work = () => saturateChat(visitors, seconds)
    const { micros } = await cpuOf([started.pid, server.pid], work)
    for (const { socket } of visitors) socket.terminate()
    return { 'store a message': micros }
  })
}

/** One database for each size serves all drawings. */
async function drawInbox(
  server: PostgresServer,
  sizes: number[],
  { seconds, quick }: { seconds: number; quick: boolean },
): Promise<void> {
  const found: Awaited<ReturnType<typeof microsOfInbox>>[] = []
  for (const count of sizes) {
    found.push(await microsOfInbox(server, count, seconds))
    console.log(`Inbox and mail, ${count.toLocaleString('en')}`, found.at(-1))
  }
  for (const [name, words] of Object.entries(drawings)) {
    const labels = Object.keys(found[0]?.[name] ?? {})
    const series = labels.map((label) => ({
      label,
      values: found.map((values) => values[name]?.[label] ?? Number.NaN),
    }))
    const curve = { name, things: 'reply deadlines, and as many mails', unit, sizes, series }
    if (!quick) writeCurve({ ...curve, ...words })
  }
}

/** `only` the drawings of the inbox, or all. */
export async function growth({ quick }: Effort, only?: 'inbox'): Promise<void> {
  await using server = await startPostgres()
  const seconds = quick ? 1 : 2
  const upTo = (largest: number) => [100, 10, 1].map((part) => largest / part / (quick ? 10 : 1))
  await drawInbox(server, upTo(1_000_000), { seconds, quick })
  if (only) return
  const documents = `/admin/clients/${project}/projects/${project}/documents`
  const clients = (count: number) =>
    microsOf(
      ...([server, `clients_${count}`, (db: Database) => fill(db, count)] as const),
      {
        'page of 20': '/admin/clients?page=1&limit=20',
        'rare term': `/admin/clients?page=1&limit=20&search=person${count - 7}@`,
        'every tenth': '/admin/clients?page=1&limit=20&search=northfold',
        'no match': '/admin/clients?page=1&limit=20&search=nobody%20has%20this',
      },
      seconds,
    )
  const drawn = async (plan: Omit<Curve, 'series'>, measure: Measured) => {
    const curve = await curveOf(plan, measure)
    if (!quick) writeCurve(curve)
  }
  await drawn(
    {
      ...{ name: 'clients', title: 'Client list and search', things: 'clients', unit },
      ...{ sizes: upTo(1_000_000), detail: 'Pages and searches should stay level.' },
    },
    clients,
  )
  await drawn(
    {
      ...{ name: 'inquiries', title: 'List of inquiries', things: 'inquiries', unit },
      ...{ sizes: upTo(100_000), detail: 'Pages stay level.' },
    },
    (count) =>
      microsOf(
        ...([server, `inquiries_${count}`, loadInquiries(count)] as const),
        {
          'page of 50': '/contact/inquiries?limit=50',
          'rare term': `/contact/inquiries?limit=50&search=lead${count - 7}@`,
          'every tenth': '/contact/inquiries?limit=50&search=northfold',
          consultations: '/admin/consultations?limit=50',
        },
        seconds,
      ),
  )
  await drawn(
    {
      ...{ name: 'documents', title: 'Documents of a project', things: 'documents', unit },
      ...{ sizes: upTo(10_000), detail: 'Pages stay level.' },
    },
    (count) =>
      microsOf(
        ...([server, `documents_${count}`, loadDocuments(count)] as const),
        ...([{ 'page of 50': `${documents}?limit=50` }, seconds] as const),
      ),
  )
  await drawn(
    {
      ...{ name: 'chat-history', title: 'Opening a chat', things: 'messages in it', unit },
      ...{
        sizes: upTo(10_000),
        detail: 'The console asks for the newest 50, a client of the spec for all.',
      },
    },
    (count) => historyMicros(server, count, quick ? 5 : 20),
  )
  await drawn(
    {
      ...{ name: 'chat-messages', title: 'Storing a chat message', things: 'messages stored' },
      ...{ unit, sizes: upTo(1_000_000), detail: 'What is stored already should not matter.' },
    },
    (count) => storingMicros(server, count, seconds),
  )
  await drawn(
    {
      ...{ name: 'sockets', title: 'Memory of an idle visitor', things: 'open sockets' },
      ...{ unit: 'KB for each', sizes: upTo(10_000), detail: 'Few sockets share little.' },
    },
    async (count) => ({ 'joined visitor': (await bytesOfChat(count)).each / 1024 }),
  )
}
