import { z } from 'zod'
import { maxPage } from './max-page.ts'

/** The number of items on a page when `limit` is absent. */
export const defaultLimit = 50

/** Query parameters of a paged list. Lists of the spec are sent whole without them. */
export const paging = {
  after: z
    .string()
    .max(200, 'Not a cursor of this list')
    .regex(/^\d{1,13}\.[\da-f-]{36}\./, 'Not a cursor of this list')
    .meta({ examples: ['0.01a1f904-ccfd-7ae2-b26f-4793b12995ef.'] })
    .optional()
    .describe('`next` of the page before'),
  limit: z.coerce
    .number<number | string>({ error: 'Use a number from 1 to 100' })
    .int('Use a whole number')
    .min(1, 'Use at least 1')
    .max(100, 'Use at most 100')
    .optional()
    .describe(`Items of a page, ${defaultLimit} if absent`),
}

/** Query parameters of a list that screens open at any page. */
export const numberedPaging = {
  ...paging,
  page: z.coerce
    .number<number | string>({ error: 'Use a number of a page' })
    .int('Use a whole number')
    .min(1, 'Use at least 1')
    .max(maxPage, `Use at most ${maxPage}`)
    .optional()
    .describe('Number of the page, from 1, instead of `after`'),
}

export type Paging = {
  after?: string | undefined
  limit?: number | undefined
  page?: number | undefined
}

/** Of a longer list the exact number of items is not counted. */
export const maxCounted = 10_000

/** The items of one page. `next` is the cursor for `after`, and null on the last page. */
export function page<T extends z.ZodType>(item: T) {
  return z.object({
    items: z.array(item),
    next: z.string().max(200).nullable(),
    total: z
      .int()
      .nonnegative()
      .optional()
      .describe(`Number of items, at most ${maxCounted}; only if \`page\` is given`),
  })
}

/** For lists of the spec: returns the whole array, or a page if a paging parameter is present. */
export function allOrPage<T extends z.ZodType>(item: T) {
  return z.union([z.array(item), page(item)])
}

export function isPaged({ after, limit, page }: Paging): boolean {
  return after !== undefined || limit !== undefined || page !== undefined
}
