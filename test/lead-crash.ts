/** Kills itself at one point of a message from the site, or sends mails until it is killed. */
import { pino } from 'pino'
import { startWorker } from '../src/server/jobs/jobs.ts'
import { jobs } from '../src/services.ts'
import { die, listenUntilKilled } from './crash-app.ts'

/** The mail is queued, but not committed; both are committed; the mail server has the mail. */
export type CrashPoint = 'queued' | 'committed' | 'accepted'

const [dataDir = '', smtpUrl = '', point = ''] = process.argv.slice(2)
const environment = { DATA_DIR: dataDir, SMTP_URL: smtpUrl }
const people = { MAIL_FROM: 'site@n.example', MAIL_TO: 'staff@n.example' }

await listenUntilKilled({ ...environment, ...people }, async (deps) => {
  if (point === 'accepted') startWorker({ ...deps, log: pino({ level: 'silent' }) }, jobs)
  const queue = deps.jobs
  const add: typeof queue.add = async (...of) => {
    await queue.add(...of)
    if (point === 'queued') die()
  }
  const wake = () => {
    if (point === 'committed') die()
    queue.wake()
  }
  return { ...deps, jobs: { ...queue, add, wake } }
})
