/**
 * Proves that the chat loses, duplicates and reorders no message: 40 clients, 25 × kill -9 of a
 * server, at least 40 cut connections and 10,000 acknowledged messages, on the own PostgreSQL, on
 * an outside one, and on two instances whose connections for pub/sub are cut.
 *
 * `npm run prove:chat -- [own] [outside] [two] [short]`
 */
import { Client } from 'pg'
import { type Proof, type ProofPlan, proveChat } from '#test/harness/chat-proof.ts'
import { startPostgres } from '#test/harness/postgres-server.ts'

const wanted = process.argv.slice(2)
const isShort = wanted.includes('short')

const plan: Omit<ProofPlan, 'instances'> = isShort
  ? { pairs: 20, kills: 5, cuts: 8, messages: 2_000 }
  : { pairs: 20, kills: 25, cuts: 40, messages: 10_000 }

function print(name: string, proof: Proof): boolean {
  const { lost, doubled, outOfOrder, invented, differing } = proof
  const isSound = lost + doubled + outOfOrder + invented + differing === 0
  console.log(
    `${isSound ? 'SOUND' : 'BROKEN'}  ${name}: ${proof.acknowledged} messages acknowledged in ` +
      `${proof.chats} chats (${proof.chats * 2} clients), ${proof.kills} × kill -9, ` +
      `${proof.cuts} connections and ${proof.pubSubCuts} × pub/sub cut, ${proof.seconds} s: ` +
      `${lost} lost, ${doubled} doubled, ${outOfOrder} out of order, ${invented} invented, ` +
      `${differing} chats where a screen and the database differ`,
  )
  return isSound
}

const names = wanted.filter((word) => word !== 'short')
const isWanted = (name: string) => names.length === 0 || names.includes(name)
const results: boolean[] = []

if (isWanted('own')) {
  results.push(print('own PostgreSQL', await proveChat({ ...plan, instances: 1 })))
}
if (isWanted('outside')) {
  await using postgres = await startPostgres()
  const proof = await proveChat({ ...plan, instances: 1, databaseUrl: postgres.url })
  results.push(print('outside PostgreSQL', proof))
}
if (isWanted('two')) {
  await using postgres = await startPostgres()
  const admin = new Client({ connectionString: postgres.url })
  await admin.connect()
  const cutPubSub = () =>
    admin.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE application_name = 'counterfoil live'`)
  const two = { ...plan, instances: 2 as const, databaseUrl: postgres.url, cutPubSub }
  results.push(print('two instances', await proveChat(two)))
  await admin.end()
}
process.exitCode = results.every(Boolean) ? 0 : 1
