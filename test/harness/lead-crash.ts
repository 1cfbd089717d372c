/** Kills itself at one point of a message from the site, or sends mail until it is killed. */
import { pino } from 'pino'
import { mailThreads } from '#server/database/schema.ts'
import { startMailSender } from '#server/mail/sending.ts'
import { mailHandlers } from '../../src/services.ts'
import { die, listenUntilKilled } from './crash-app.ts'

/**
 * Before the commit: the confirmation is reserved; lead and mails are stored as well. Then: all of it
 * is committed; the mail server has the first mail.
 */
export type CrashPoint = 'reserved' | 'stored' | 'committed' | 'accepted'

const [dataDir = '', smtpUrl = '', point = ''] = process.argv.slice(2)
const environment = { DATA_DIR: dataDir, SMTP_URL: smtpUrl }
const people = { MAIL_FROM: 'site@n.example', MAIL_TO: 'ana@n.example,bo@n.example' }

await listenUntilKilled({ ...environment, ...people }, async (deps) => {
  if (point === 'accepted')
    startMailSender({ ...deps, log: pino({ level: 'silent' }) }, mailHandlers)
  const { db, jobs } = deps
  const transaction: typeof db.transaction = (work, ...more) =>
    db.transaction(
      async (tx) => {
        const insert: typeof tx.insert = (table) => {
          const next: unknown = table
          if (point === 'reserved' && next === mailThreads) die()
          return tx.insert(table)
        }
        const result = await work(Object.assign(Object.create(tx) as typeof tx, { insert }))
        if (point === 'stored') die()
        return result
      },
      ...more,
    )
  const wake = () => {
    if (point === 'committed') die()
    jobs.wake()
  }
  const dyingDb = Object.assign(Object.create(db) as typeof db, { transaction })
  return { ...deps, db: dyingDb, jobs: { ...jobs, wake } }
})
