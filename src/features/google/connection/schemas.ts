import { z } from 'zod'
import { Id, Time } from '#contract/fields.ts'
import { done, nothing } from '#contract/results.ts'
import { googleGrantStates, googleScopeGroups, googleServices } from '#contract/vocabulary.ts'

export const ServiceType = z.enum(googleServices, {
  error: `Choose one of ${googleServices.join(', ')}`,
})

const Grant = z.object({
  group: z.enum(googleScopeGroups),
  state: z.enum(googleGrantStates),
  /** A sentence that tells the user why Google must be connected again. */
  reason: z.string().nullable(),
  email: z.string(),
  connectedBy: z.string().nullable(),
  connectedAt: Time,
  checkedAt: Time.nullable(),
  lacksBusyTimes: z.boolean().describe('Calendars may be made, but busy times may not be read'),
})

export const googleSchemas = {
  authUrl: {
    summary: 'The address of the consent page for a service.',
    input: z.object({ serviceType: ServiceType, clientId: Id.optional() }),
    output: z.object({ authUrl: z.string() }),
  },
  confirm: {
    summary: 'Confirms that Google still grants what a service needs.',
    input: z.object({ serviceType: ServiceType }),
    output: z.object({
      success: z.literal(true),
      serviceType: ServiceType,
      email: z.string(),
      scopes: z.array(z.string()),
    }),
  },
  status: {
    summary: 'Connected parts of Google Workspace, their accounts and states.',
    input: nothing,
    output: z.object({
      configured: z.boolean(),
      standIn: z.boolean(),
      sentence: z
        .string()
        .nullable()
        .describe('While nothing is configured; tells owners what to set'),
      grants: z.array(Grant),
    }),
  },
  disconnect: {
    summary: 'Removes a grant, and revokes it at Google if Google answers.',
    input: z.object({ group: z.enum(googleScopeGroups) }),
    output: done,
  },
}
