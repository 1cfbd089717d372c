import { z } from 'zod'

/** Input without parameters. */
export const nothing = z.object({})

/** Output of a download. */
export const aFile = z.unknown()

/** Output of deletes and other calls without a result. */
export const done = z.object({ success: z.literal(true) })
