/**
 * Proves how the product behaves, from its users' view, when its dependencies fail:
 *
 * `npm run prove:faults -- [own] [killed] [stopped] [frozen] [locked] [redis] [replies] [once]
 * [races] [uploads] [full] [process] [slow] [short]`
 *
 * Each line gives the fault, how often it was injected, and the result.
 */

import { openReport } from '../bench/report.ts'
import { redisFails, serverAway, serverKilled, tableLocked } from './faults-beneath.ts'
import { ownKilled, repliesLost } from './faults-inside.ts'
import { slowClients } from './faults-of-clients.ts'
import { diskFull } from './faults-of-disk.ts'
import { processFaults } from './faults-of-process.ts'
import { madeOnce, manyAtOnce, uploadsKilled } from './faults-of-repeats.ts'
import { crowdedUploads } from './faults-of-uploads.ts'

const words = process.argv.slice(2)
const isShort = words.includes('short')
const names = words.filter((word) => word !== 'short')
const isWanted = (name: string) => names.length === 0 || names.includes(name)
const { report, end } = openReport()

if (isWanted('own')) await ownKilled(report, isShort)
if (isWanted('killed')) await serverKilled(report, isShort)
if (isWanted('stopped')) await serverAway(report, isShort, 'stopped')
if (isWanted('frozen')) await serverAway(report, isShort, 'frozen')
if (isWanted('locked')) await tableLocked(report, isShort)
if (isWanted('redis')) await redisFails(report, isShort)
if (isWanted('replies')) await repliesLost(report, isShort)
if (isWanted('once')) await madeOnce(report, isShort)
if (isWanted('races')) await manyAtOnce(report, isShort)
if (isWanted('uploads')) {
  await uploadsKilled(report, isShort)
  await crowdedUploads(report, isShort)
}
if (isWanted('full')) await diskFull(report)
if (isWanted('process')) await processFaults(report, isShort)
if (isWanted('slow')) await slowClients(report, isShort)
end()
