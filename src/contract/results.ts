import { z } from 'zod'

/** The input of a call without parameters. */
export const nothing = z.object({})

/** The output of a download. */
export const aFile = z.unknown()

/** The output of deletes and other calls without a result. */
export const done = z.object({ success: z.literal(true) })
