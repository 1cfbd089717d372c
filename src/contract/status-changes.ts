import { z } from 'zod'
import { Id } from './fields.ts'
import { maxSelected } from './max-selected.ts'

const tooMany = `Choose at most ${maxSelected}`

export const chosenIds = z.object({
  ids: z.array(Id).min(1, 'Choose at least one').max(maxSelected, tooMany),
})

const Count = z.int().nonnegative()

/** The input and output of a call that sets the status of many records. */
export function statusChanges<S extends z.ZodType<string, string>>(status: S) {
  const change = z.object({
    id: Id,
    status,
    from: status
      .optional()
      .describe('Undoes a change: leaves a record alone whose status is another by now'),
  })
  return {
    input: z.object({
      changes: z.array(change).min(1, 'Choose at least one').max(maxSelected, tooMany),
    }),
    output: z.object({
      before: z
        .array(z.object({ id: z.string(), status }))
        .describe('What was changed, with the status that each had'),
      missing: Count.describe('Ids of no record'),
      conflicting: Count.describe('Left alone because of `from`'),
    }),
  }
}
