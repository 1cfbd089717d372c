/**
 * Proves that a set-up at Google is made exactly once, that the event of a call is as the call says,
 * and that no secret leaks: kill -9 of the product at every step of all four set-ups and of an event,
 * before and after the work at Google, ten times; 50 clicks at the same moment; then a search of all tables, files, logs and replies. On the own
 * PostgreSQL and on an outside one, against a stand-in for Google in this process.
 *
 * `npm run prove:google -- [own] [outside] [short]`
 */
import { type GoogleProof, proveGoogle } from '../test/google-proof.ts'
import { startPostgres } from '../test/postgres-server.ts'

const wanted = process.argv.slice(2)
const plan = wanted.includes('short') ? { rounds: 2, clicks: 10 } : { rounds: 10, clicks: 50 }
const names = wanted.filter((word) => word !== 'short')
const isWanted = (name: string) => names.length === 0 || names.includes(name)

function print(name: string, proof: GoogleProof): boolean {
  const { wrong, openTransactions, found } = proof
  const isSound = wrong.length + openTransactions + found === 0
  console.log(
    `${isSound ? 'SOUND' : 'BROKEN'}  ${name}: ${proof.cutOff} set-ups and ${proof.events} events cut off by ` +
      `${proof.kills} × kill -9 (each step × ${plan.rounds}), ${proof.clicks} clicks ` +
      `(${plan.clicks} at once), ${proof.seconds} s: ${wrong.length} that do not stand exactly ` +
      `once, ${openTransactions} transactions open during a call, ${found} of ` +
      `${proof.secrets} secrets found in tables, files, logs and answers`,
  )
  for (const what of wrong) console.log(`        ${what}`)
  return isSound
}

const results: boolean[] = []
if (isWanted('own')) results.push(print('own PostgreSQL', await proveGoogle(plan)))
if (isWanted('outside')) {
  await using postgres = await startPostgres()
  const proof = await proveGoogle({ ...plan, databaseUrl: postgres.url })
  results.push(print('outside PostgreSQL', proof))
}
process.exitCode = results.every(Boolean) ? 0 : 1
