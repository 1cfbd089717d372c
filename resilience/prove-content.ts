/**
 * Proves that no acknowledged change of the site is lost, that a publish happens wholly and once,
 * and that every instance shows it in time:
 *
 * `npm run prove:content -- [acts] [kills] [imports] [spread] [short]`
 */
import { openReport } from '../bench/report.ts'
import { startPostgres } from '../test/postgres-server.ts'
import { randomActs } from './content-acts.ts'
import { killedImports } from './content-imports.ts'
import { killedPublishes } from './content-kills.ts'
import { seenElsewhere } from './content-spread.ts'

const words = process.argv.slice(2)
const isShort = words.includes('short')
const names = words.filter((word) => word !== 'short')
const isWanted = (name: string) => names.length === 0 || names.includes(name)
const { report, end } = openReport()

await using postgres = await startPostgres()
if (isWanted('acts')) {
  const acts = isShort ? 120 : 1_000
  await randomActs(report, { acts, instances: 1 })
  await randomActs(report, { acts, instances: 1, postgres })
  await randomActs(report, { acts, instances: 2, postgres })
}
if (isWanted('kills')) {
  const kills = isShort ? 1 : 10
  await killedPublishes(report, { kills })
  await killedPublishes(report, { kills, postgres })
}
if (isWanted('imports')) {
  const kills = isShort ? 1 : 5
  await killedImports(report, { kills })
  await killedImports(report, { kills, postgres })
}
if (isWanted('spread')) await seenElsewhere(report, { rounds: isShort ? 15 : 200, postgres })
end()
