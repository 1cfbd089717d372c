import { z } from 'zod'
import { firstOf } from '../cut-text.ts'
import { isStorable, storableLine, unstorable } from '../fields.ts'
import { trimmed } from '../visible-text.ts'

const bidirectional = /[\u202A-\u202E\u2066-\u2069]/

const turned = 'Remove the invisible marks that change the direction of the text'

/** Excludes marks that make a line of text read as another. */
export const withoutDirectionMarks = <T extends z.ZodType<string | null | undefined>>(schema: T) =>
  schema.refine((value) => !value || !bidirectional.test(value), turned)

/** Counts UTF-16 units, whereas zod counts characters. */
const within = (max: number) => (value: string) => value.length <= max
const tooLong = (max: number) => `Use at most ${max.toLocaleString('en-US')} characters`

/** A single trimmed line. It may be blank, because a draft is saved before it is complete. */
export const settingLine = (max: number) =>
  withoutDirectionMarks(storableLine(max).refine(within(max), tooLong(max)))

/** Like `settingLine`, but a blank line becomes null. */
export const optionalLine = (max: number) =>
  settingLine(max)
    .nullable()
    .transform((value) => value || null)

/** Values of the firm that running texts may name. */
export const variableNames = [
  'name',
  'legalName',
  'email',
  'phone',
  'address',
  'replyWithin',
  'hours',
] as const
const allowed = new Set<string>(variableNames)

/** Other braces are plain text. */
export const variable = /\{firm\.([^{}\s]*)\}/g

function refuseUnknownVariables(value: string, context: z.RefinementCtx<string>): void {
  const wrong = [...value.matchAll(variable)].find(([, name = '']) => !allowed.has(name))
  if (!wrong) return
  const message = `There is no ${firstOf(wrong[0], 60)}. Use {firm.${variableNames.join('}, {firm.')}}`
  context.addIssue({ code: 'custom', message })
}

/** A single line that may contain variables. */
export const runningLine = (max: number) => settingLine(max).superRefine(refuseUnknownVariables)

/** Several lines that may contain variables. A blank line begins a paragraph. */
export const runningText = (max: number) =>
  z
    .string()
    .overwrite(trimmed)
    // The maximum is repeated in zod's own form, which forms read.
    .max(max, tooLong(max))
    .refine(within(max), tooLong(max))
    .refine(isStorable, unstorable)
    .superRefine(refuseUnknownVariables)

/** A list whose order is the order on the page. */
export const listOf = <T extends z.ZodType>(item: T, maxItems: number, noun: string) =>
  z.array(item).max(maxItems, `Use at most ${maxItems} ${noun}`)

/** Reports the second of two items that must differ. */
export function refuseRepeated<T>(
  items: readonly T[],
  keyOf: (item: T) => string,
  field: string,
  message: string,
  context: z.RefinementCtx,
): void {
  const seen = new Set<string>()
  for (const [index, item] of items.entries()) {
    const key = keyOf(item)
    if (seen.has(key)) context.addIssue({ code: 'custom', path: [index, field], message })
    seen.add(key)
  }
}
