import { pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { checklistSteps } from '#contract/settings/records.ts'
import { createdAt, oneOf } from '../columns.ts'
import { users } from './identity.ts'

const ofStaff = () => uuid().references(() => users.id, { onDelete: 'set null' })

const stepStates = ['skipped', 'confirmed'] as const

export const checklistStates = pgTable(
  'checklist_steps',
  {
    step: text({ enum: checklistSteps }).primaryKey(),
    state: text({ enum: stepStates }).notNull(),
    by: ofStaff(),
    at: createdAt(),
  },
  (t) => [
    oneOf('checklist_steps_step_known', t.step, checklistSteps),
    oneOf('checklist_steps_state_known', t.state, stepStates),
  ],
)

/** The records that `npm run seed:demo` created. */
export const demoRecords = pgTable(
  'demo_records',
  { tableName: text().notNull(), recordId: uuid().notNull() },
  (t) => [primaryKey({ columns: [t.tableName, t.recordId] })],
)
