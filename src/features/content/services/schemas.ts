import { z } from 'zod'
import {
  clearable,
  clearableLine,
  Id,
  ids,
  line,
  PicturePath,
  required,
  requiredLine,
  Slug,
  Time,
  textList,
} from '#contract/fields.ts'
import { done, nothing } from '#contract/results.ts'

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
  searchDescription: z.string().optional(),
  searchKeywords: z.string().optional(),
  active: z.boolean().optional().describe('Signed-in callers only'),
  updatedAt: Time.optional().describe('Signed-in callers only'),
  pricing: z.object({ pricingModel: z.string() }).optional().describe('Signed-in callers only'),
})
export type Service = z.output<typeof Service>

const features = textList(20, 120, 'Name at least one feature')

export const NewService = z.object({
  slug: Slug,
  title: requiredLine(120, 'Title is required'),
  category: requiredLine(60, 'Category is required'),
  description: required(300, 'Description is required'),
  longDescription: clearable(2000),
  features,
  benefits: textList(12, 200).nullish(),
  pricingModel: clearableLine(120),
  iconUrl: PicturePath,
  searchDescription: line(300).optional().describe('Instead of the description in search results'),
  searchKeywords: line(300).optional(),
  featured: z.boolean().default(false),
  active: z.boolean().default(true),
})
export type NewService = z.input<typeof NewService>

/** Absent means unchanged, null means cleared. */
const ServiceChanges = NewService.extend({
  featured: z.boolean(),
  active: z.boolean(),
}).partial()

export const servicesSchemas = {
  list: {
    summary: 'Active services in display order; all of them when signed in.',
    input: nothing,
    output: z.array(Service),
  },
  create: { summary: 'Adds a service, last in the order.', input: NewService, output: Service },
  update: {
    summary: 'Changes a service; absent fields stay, null clears.',
    input: ServiceChanges.extend({ id: Id }),
    output: Service,
  },
  remove: { summary: 'Permanently deletes a service.', input: ids, output: done },
  reorder: {
    summary: 'Orders the services; those not named follow in their current order.',
    input: z.object({ ids: z.array(Id).min(1).max(500) }),
    output: done,
  },
}
