/**
 * Processor time of lists with 1 and with 100 times the data: leads, documents of a project, and a
 * chat opened by an agent. Run `node proofs/bench/lists.ts [--quick]` after `npm run build`.
 */
import { sql } from 'drizzle-orm'
import type { Database } from '#server/database/open.ts'
import { signIn } from '#test/harness/chat-pairs.ts'
import { startPostgres } from '#test/harness/postgres-server.ts'
import { startProduct } from '#test/harness/product.ts'
import { type Agent, joinAsAgent, openChat } from './chat-load.ts'
import { fromEverywhere, saturate } from './http-load.ts'
import {
  alternate,
  cpuOf,
  type Effort,
  type Figure,
  figure,
  percentile,
  ratioOf,
} from './measure.ts'
import { newDatabase, setUp } from './new-database.ts'
import { runAlone } from './report.ts'

const id = '01a1f904-0000-7000-8000-0000000000aa'
const documents = `/api/admin/clients/${id}/projects/${id}/documents`
const amounts = { few: { leads: 1_000, others: 100 }, many: { leads: 100_000, others: 10_000 } }

async function load(db: Database, { leads, others }: (typeof amounts)['few']): Promise<void> {
  await db.execute(sql`
    insert into inquiries (id, name, email, company, service, message, content_hash, created_at)
    select gen_random_uuid(), 'Lead ' || i, 'lead' || i || '@n.example',
      case when i % 10 = 0 then 'Northfold' else 'Tarn' end,
      case when i % 2 = 0 then 'consultation' else '' end, repeat('Slips a week. ', 8),
      sha256(i::text::bytea), now() - i * interval '1 minute'
    from generate_series(1, ${leads}::int) i`)
  await db.execute(sql`insert into clients (id, name, email) values (${id}, 'N', 'n@n.example')`)
  await db.execute(sql`insert into projects (id, client_id, title) values (${id}, ${id}, 'Slips')`)
  await db.execute(sql`
    insert into project_documents
      (id, project_id, original_name, mime_type, file_size, sha256, storage_key, created_at)
    select gen_random_uuid(), ${id}, 'slip-' || i || '.pdf', 'application/pdf', 1000 + i,
      sha256(i::text::bytea), 'proofs/bench/' || i, now() - i * interval '1 minute'
    from generate_series(1, ${others}::int) i`)
  await db.execute(sql`
    insert into chat_sessions (id, visitor_hash, visitor_name, visitor_email, last_seq, message_count)
    values (${id}, '\\x00', 'Visitor', 'v@n.example', ${others}::int, ${others}::int)`)
  await db.execute(sql`
    insert into chat_messages (id, session_id, seq, sender_type, sender_key, content)
    select gen_random_uuid(), ${id}, i, 'visitor', 'visitor', 'Hello ' || i
    from generate_series(1, ${others}::int) i`)
  await db.execute(sql`vacuum analyze`)
}

async function open(agent: Agent, times: number) {
  for (let done = 0; done < times; done++) await openChat(agent, id)
  return { done: times }
}

export async function lists({ quick }: Effort): Promise<Figure[]> {
  await using server = await startPostgres()
  const start = async (size: keyof typeof amounts) => {
    const database = await newDatabase(server, (db) => load(db, amounts[size]))
    return startProduct({ environment: setUp(database) })
  }
  await using few = await start('few')
  await using many = await start('many')
  const [rounds, seconds, times] = quick ? [1, 1, 50] : [3, 2, 300]
  const worksOf = async ({ url, pid }: typeof few) => {
    const admin = await signIn(url)
    const headers = (n: number) => ({ cookie: admin.cookie, ...fromEverywhere(n) })
    const get = (path: string) => () =>
      cpuOf([pid, server.pid], () =>
        saturate({ url: `${url}${path}?limit=50`, headers }, { seconds, connections: 4 }),
      )
    const agent = await joinAsAgent(url, admin)
    return {
      'list of leads': get('/api/contact/inquiries'),
      'list of documents': get(documents),
      'newest messages of a chat': () => cpuOf([pid, server.pid], () => open(agent, times)),
    }
  }
  const [small, large] = [await worksOf(few), await worksOf(many)]
  const figures: Figure[] = []
  for (const name of Object.keys(small) as (keyof typeof small)[]) {
    await alternate({ small: small[name], large: large[name] }, 1)
    const runs = await alternate({ small: small[name], large: large[name] }, rounds)
    const micros = (side: keyof typeof runs) => runs[side].map((run) => run.micros)
    const each = (side: keyof typeof runs) => `${percentile(micros(side), 0.5).toFixed(0)} µs`
    figures.push(
      figure({
        name: `${name}, 100 times the data`,
        value: ratioOf(micros('large'), micros('small')),
        unit: '',
        goal: { atMost: 1.3 },
        detail: `CPU of an answer with the database: ${each('small')} with little, ${each('large')} with much`,
      }),
    )
  }
  return figures
}

if (import.meta.main) await runAlone(lists)
