import { z } from 'zod'
import { toAsciiDomain } from '#contract/email-address.ts'
import { Id, requiredLine, storableLine, Time } from '#contract/fields.ts'
import { done, nothing } from '#contract/results.ts'
import { googleServices, googleSetupStates } from '#contract/vocabulary.ts'
import { ServiceType } from '../connection/schemas.ts'

export const Setup = z.object({
  service: z.enum(googleServices),
  state: z.enum(googleSetupStates),
  url: z.string().nullable(),
  /** A sentence that tells the user why it failed or is missing. */
  reason: z.string().nullable(),
  sharedWith: z.array(z.string()),
  /** Addresses in `sharedWith` that are no longer the client's. */
  previousAddresses: z.array(z.string()),
  warnings: z.array(z.string()),
  updatedAt: Time,
})
export type Setup = z.output<typeof Setup>

export const Plan = z.object({
  repairs: z.boolean(),
  account: z.string().nullable(),
  creates: z.array(z.string()),
  shares: z.array(z.object({ with: z.string(), what: z.string(), role: z.string() })),
  /** Previous addresses of the client, which lose access. */
  unshares: z.array(z.string()),
})
export type Plan = z.output<typeof Plan>

const climbs = /(^|[\\/])\.\.([\\/]|$)/
const name = (blank: string) =>
  requiredLine(200, blank).refine((text) => !climbs.test(text), 'Use a plain name')

const ofClient = z.object({ clientId: Id })
const target = ofClient.extend({ serviceType: ServiceType })

/** Normalized like stored addresses. An address that could not be stored belongs to nobody. */
const address = storableLine(254).overwrite(toAsciiDomain)

const asked = ofClient.extend({
  shareWithClient: z.boolean({ error: 'shareWithClient must be true or false' }),
  clientEmail: z.string({ error: 'clientEmail is required' }).pipe(address),
})

const SetUp = Setup.extend({ success: z.literal(true), message: z.string() })

export const googleSetupsSchemas = {
  state: {
    summary: 'The set-ups of a client at Google.',
    input: ofClient,
    output: z.object({ setups: z.array(Setup) }),
  },
  plan: {
    summary: 'Preview of a set-up: resources and access; changes nothing.',
    input: target,
    output: Plan,
  },
  shared: {
    summary: 'Everything at Google that is shared with clients.',
    input: nothing,
    output: z.array(
      Setup.pick({ service: true, url: true, sharedWith: true, previousAddresses: true }).extend({
        clientId: z.string(),
        clientName: z.string(),
      }),
    ),
  },
  sheet: {
    summary: 'The dashboard spreadsheet of a client; 404 if there is none.',
    input: ofClient,
    output: z.object({ spreadsheetUrl: z.string() }),
  },
  drive: {
    summary: 'Creates or repairs the shared folder of a client.',
    input: asked.extend({ folderName: name('folderName is required') }),
    output: SetUp.extend({ folderUrl: z.string().nullable() }),
  },
  sheets: {
    summary: 'Creates or repairs the dashboard spreadsheet of a client.',
    input: asked.extend({ dashboardType: z.literal('full', { error: 'Only full is offered' }) }),
    output: SetUp.extend({ spreadsheetUrl: z.string().nullable() }),
  },
  calendar: {
    summary: 'Creates or repairs the calendar of a client.',
    input: asked.extend({ calendarName: name('calendarName is required') }),
    output: SetUp.extend({ calendarUrl: z.string().nullable() }),
  },
  gmail: {
    summary: 'Creates or repairs the mail labels of a client, and filters where granted.',
    input: ofClient.extend({
      enableAutoReply: z.literal(false, {
        error: 'Automatic replies would answer everybody who writes to the mailbox',
      }),
      categories: z
        .array(z.enum(['inquiry', 'project_update', 'support', 'general']))
        .min(1, 'Choose at least one category'),
    }),
    output: SetUp,
  },
  unshare: {
    summary: 'Removes the access of a client’s previous address.',
    input: target.extend({ email: address }),
    output: done,
  },
  undo: {
    summary: 'Removes the shares of a set-up and deletes its resources.',
    input: target,
    output: done,
  },
}
