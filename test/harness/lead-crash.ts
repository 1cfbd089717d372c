/** Kills itself at one point of a message from the site, or sends mail until it is killed. */
import { pino } from 'pino'
import { inquiries } from '#features/leads/contract.ts'
import { inquiriesSchemas } from '#features/leads/schemas.ts'
import { inquiriesService } from '#features/leads/service.server.ts'
import type { Transaction } from '#server/database/open.ts'
import { mailThreads } from '#server/database/schema.ts'
import { routeHandlers } from '#server/http/dispatch.ts'
import { startMailSender } from '#server/mail/send-mail.ts'
import { die, listenUntilKilled } from './crash-app.ts'

/**
 * The points are, before the commit: the confirmation is reserved, and lead and mails are stored;
 * after it: everything is committed, and the mail server has accepted the first mail.
 */
export type CrashPoint = 'reserved' | 'stored' | 'committed' | 'accepted'

const [environment = '', point = ''] = process.argv.slice(2)
const register = routeHandlers(inquiries, inquiriesSchemas, inquiriesService)

await listenUntilKilled(JSON.parse(environment), register, async (deps) => {
  if (point === 'accepted') startMailSender({ ...deps, log: pino({ level: 'silent' }) }, {})
  const { db, jobs } = deps
  /** Also watches the savepoints inside of the transaction. */
  const watched = (tx: Transaction): Transaction => {
    const insert: typeof tx.insert = (table) => {
      const next: unknown = table
      if (point === 'reserved' && next === mailThreads) die()
      return tx.insert(table)
    }
    const transaction: typeof tx.transaction = (work, ...more) =>
      tx.transaction((inner) => work(watched(inner)), ...more)
    return Object.assign(Object.create(tx) as typeof tx, { insert, transaction })
  }
  const transaction: typeof db.transaction = (work, ...more) =>
    db.transaction(
      async (tx) => {
        const result = await work(watched(tx))
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
