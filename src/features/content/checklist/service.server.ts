import { and, eq } from 'drizzle-orm'
import { Failure } from '#contract/failure.ts'
import { checklistSteps } from '#contract/settings/records.ts'
import { checklistStates, storedState } from '#server/database/schema.ts'
import { record } from '#server/service/audit.ts'
import type { Service, SignedInContext } from '#server/service/context.ts'
import type { checklist } from './contract.ts'
import { readFacts } from './facts.server.ts'

/** Exists once the list was dismissed, or every step was done or skipped. */
const endedName = 'checklist:ended'

/**
 * The response that first finds all steps done still has `ended` false, so that the end is shown
 * once.
 */
async function show(context: SignedInContext) {
  const { db } = context
  const [states, facts, [mark]] = await Promise.all([
    db.select().from(checklistStates),
    readFacts(context),
    db.select().from(storedState).where(eq(storedState.name, endedName)),
  ])
  const steps = checklistSteps.map((step) => {
    const state = states.find((one) => one.step === step)?.state
    const done = facts.done[step] || state === 'confirmed'
    return { step, done, skipped: state === 'skipped', drafted: facts.drafted.includes(step) }
  })
  const isComplete = steps.every(({ done, skipped }) => done || skipped)
  if (isComplete && !mark) {
    await db.insert(storedState).values({ name: endedName }).onConflictDoNothing()
  }
  return { steps, demo: facts.demo, ended: mark !== undefined }
}

export const checklistService: Service<typeof checklist> = {
  show,

  async change(context, { step, skipped, confirmed }) {
    const { db, user } = context
    if (confirmed && step !== 'hours') throw new Failure('conflict', 'Only hours are confirmed.')
    if (!confirmed && skipped === undefined) return show(context)
    await db.transaction(async (tx) => {
      const values = { step, by: user.id, at: new Date() }
      if (skipped || confirmed) {
        const state = confirmed ? ('confirmed' as const) : ('skipped' as const)
        await tx
          .insert(checklistStates)
          .values({ ...values, state })
          .onConflictDoUpdate({ target: checklistStates.step, set: { ...values, state } })
      } else {
        const own = eq(checklistStates.step, step)
        await tx.delete(checklistStates).where(and(own, eq(checklistStates.state, 'skipped')))
      }
      await record(tx, user, {
        action: 'settings.checklist_changed',
        subject: 'settings',
        details: { step },
      })
    })
    return show(context)
  },

  async dismiss(context) {
    await context.db.transaction(async (tx) => {
      const ended = await tx
        .insert(storedState)
        .values({ name: endedName })
        .onConflictDoNothing()
        .returning()
      if (ended.length === 0) return
      await record(tx, context.user, {
        action: 'settings.checklist_dismissed',
        subject: 'settings',
      })
    })
    return show(context)
  },
}
