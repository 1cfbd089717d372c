import { sql } from 'drizzle-orm'
import type { SiteSettings } from '#contract/settings/document.ts'
import { checklistSteps, type DefaultField } from '#contract/settings/records.ts'
import { readDefaultFields } from '#features/content/site-settings/default-fields.ts'
import { countDemo } from '#features/content/site-settings/demo-content.server.ts'
import { findDemoLegal, withDrafts } from '#features/content/site-settings/document.server.ts'
import { readDrafts } from '#features/content/site-settings/drafts.server.ts'
import type { Config } from '#server/config.ts'
import { readLiveSettings } from '#server/content/live-settings.ts'
import type { Database } from '#server/database/open.ts'
import { mailMessages, pages, pageVersions, siteVersions } from '#server/database/schema.ts'
import type { SignedInContext } from '#server/service/context.ts'
import type { ChecklistStep } from './contract.ts'

const hoursPublished = sql`exists (
  select from ${siteVersions}
  where ${siteVersions.kind} in ('publish', 'restore', 'import')
    and ${siteVersions.changed} @> array['hours'])`

const mailAccepted = sql`exists (
  select from ${mailMessages}
  where ${mailMessages.direction} = 'out' and ${mailMessages.acceptedAt} is not null)`

/** Version 1 is the text that comes with the product. */
const legalPublished = sql`(
  select count(distinct ${pages.slug}) = 2
  from ${pages}
  join ${pageVersions} on ${pageVersions.pageId} = ${pages.id}
  where ${pages.kind} = 'legal' and ${pages.slug} in ('privacy', 'terms')
    and ${pageVersions.number} > 1 and not ${pageVersions.automatic})`

async function readRecords(db: Database) {
  const { rows } = await db.execute<{ hours: boolean; mail: boolean; legal: boolean }>(
    sql`select ${hoursPublished} as hours, ${mailAccepted} as mail, ${legalPublished} as legal`,
  )
  return rows[0] ?? { hours: false, mail: false, legal: false }
}

/** Whether the site has an encrypted address that is reachable from other machines. */
function isPublicAddress({ publicUrl }: Config): boolean {
  const { protocol, hostname } = new URL(publicUrl)
  return protocol === 'https:' && !/^(localhost|.*\.localhost|127\..*|\[::1\])$/.test(hostname)
}

/**
 * Default texts that each step requires to be replaced. Others may stay: the founding year can be
 * the same by chance, and a description can suit another firm.
 */
const ownFields = {
  name: ['firm.name', 'firm.legalName', 'firm.tagline'],
  about: ['home.lead', 'about.paragraphs', 'faq.items'],
  contact: ['contact.email', 'contact.phone', 'contact.address', 'footer.email'],
} as const satisfies { [S in ChecklistStep]?: DefaultField[] }

async function readSettingsFacts(db: Database, settings: SiteSettings) {
  const { appearance, demo } = settings
  const { primary, machine, human, inkHue, logoId } = appearance
  const fields = readDefaultFields(settings)
  const { figures, caseStudies } = await countDemo(db, settings)
  const live = !demo.showDemoContent
  const isOwn = (step: keyof typeof ownFields) =>
    !ownFields[step].some((field) => fields.includes(field))
  return {
    counts: { figures, caseStudies, fields },
    done: {
      name: isOwn('name'),
      about: isOwn('about'),
      look: [logoId, primary, machine, human, inkHue].some((chosen) => chosen !== null),
      contact: isOwn('contact'),
      figures: live || figures + caseStudies === 0,
      live,
    },
  }
}

type Facts = {
  done: Record<ChecklistStep, boolean>
  /** Steps that will be done once the drafts are published. */
  drafted: ChecklistStep[]
  demo: { figures: number; caseStudies: number; fields: DefaultField[]; legal: string[] }
}

/** Which steps are done according to the data, and what demo content is left. */
export async function readFacts({ db, config, content, user }: SignedInContext): Promise<Facts> {
  const settings = (await readLiveSettings(db))?.document ?? content.settings().document
  const drafts = await readDrafts(db)
  const [present, next] = [
    await readSettingsFacts(db, settings),
    await readSettingsFacts(db, withDrafts(settings, drafts)),
  ]
  const records = await readRecords(db)
  const legal = await findDemoLegal(db)
  const hasHours = drafts.some(({ section, value }) => section === 'hours' && value !== null)
  const done = {
    ...present.done,
    hours: records.hours,
    profile: user.displayName !== null,
    legal: records.legal && legal.length === 0,
    mail: config.mail !== undefined && records.mail,
    address: isPublicAddress(config),
  }
  const after = { ...done, ...next.done, hours: done.hours || hasHours }
  return {
    done,
    drafted: checklistSteps.filter((step) => after[step] && !done[step]),
    demo: { ...next.counts, legal },
  }
}
