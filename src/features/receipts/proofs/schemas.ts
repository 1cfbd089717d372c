import { z } from 'zod'

const hex = (length: number) => z.string().regex(new RegExp(`^[0-9a-f]{${length}}$`))
const Hash = z
  .string()
  .regex(/^[0-9a-f]{64}$/, 'Use 64 lowercase hexadecimal digits')
  .meta({ examples: ['0'.repeat(64)] })
const Size = z.coerce
  .number<number | string>({ error: 'Use a whole number' })
  .int('Use a whole number')
  .min(1, 'Use at least 1')
  .max(Number.MAX_SAFE_INTEGER)

export const Head = z.object({
  type: z.literal('receipt-head/1'),
  log: hex(32),
  size: z.int().nonnegative(),
  root: hex(64),
  at: z.string(),
  keyId: hex(16),
})
export type Head = z.output<typeof Head>

export const receiptProofsSchemas = {
  inclusion: {
    summary: 'Prove that a receipt is in the log, to its present head or an earlier one.',
    input: z.object({ leaf: Hash, size: Size.optional() }),
    output: z.object({
      seq: z.int(),
      size: z.int(),
      leaf: z.string(),
      hashes: z.array(z.string()),
      head: Head.nullable().describe('Null for sizes of which no head is kept'),
      headSignature: z.string().nullable(),
    }),
  },
  consistency: {
    summary: 'Prove that the log of one size continues that of a smaller one.',
    input: z.object({
      first: Size.describe('At most `second`'),
      second: Size.describe('At most the size of the log'),
    }),
    output: z.object({ first: z.int(), second: z.int(), hashes: z.array(z.string()) }),
  },
}
