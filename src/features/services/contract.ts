import { z } from 'zod'
import { contract, nothing } from '../../contract/endpoint.ts'

export const Service = z.object({
  id: z.string(),
  slug: z.string(),
  title: z.string(),
  description: z.string(),
  longDescription: z.string().nullable(),
  features: z.array(z.string()),
  benefits: z.array(z.string()).nullable(),
  category: z.string(),
  featured: z.boolean(),
  iconUrl: z.string().nullable(),
  active: z.boolean().optional().describe('Signed-in callers only'),
  pricing: z.object({ pricingModel: z.string() }).optional().describe('Signed-in callers only'),
})
export type Service = z.output<typeof Service>

export const services = contract('services', {
  list: {
    call: 'GET /services',
    access: 'public',
    summary: 'Active services in display order; signed-in callers get the inactive ones too.',
    input: nothing,
    output: z.array(Service),
  },
})
