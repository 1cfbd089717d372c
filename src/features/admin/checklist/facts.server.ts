import { and, eq, sql } from 'drizzle-orm'
import type { SiteSettings } from '#contract/settings/document.ts'
import { defaultSettings } from '#features/content/site-settings/defaults.ts'
import type { Config } from '#server/config.ts'
import { readLiveSettings } from '#server/content/live-settings.ts'
import type { Database } from '#server/database/open.ts'
import {
  caseStudies,
  mailMessages,
  pages,
  pageVersions,
  siteVersions,
} from '#server/database/schema.ts'
import type { SignedInContext } from '#server/service/context.ts'
import type { ChecklistStep } from './contract.ts'

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

const hoursPublished = sql`exists (
  select from ${siteVersions}
  where ${siteVersions.kind} in ('publish', 'restore', 'import')
    and ${siteVersions.changed} @> array['hours'])`

const mailAccepted = sql`exists (
  select from ${mailMessages}
  where ${mailMessages.direction} = 'out' and ${mailMessages.acceptedAt} is not null)`

/** Version 1 came with the product. */
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
  const live = and(eq(caseStudies.demo, true), eq(caseStudies.published, true))
  const { hours = false, mail = false, legal = false } = rows[0] ?? {}
  return { hours, mail, legal, demoCases: await db.$count(caseStudies, live) }
}

/** Whether others than this machine can reach the site, encrypted. */
function isPublicAddress({ publicUrl }: Config): boolean {
  const { protocol, hostname } = new URL(publicUrl)
  return protocol === 'https:' && !/^(localhost|.*\.localhost|127\..*|\[::1\])$/.test(hostname)
}

function settingsFacts({ firm, about, appearance, contact, demo }: SiteSettings) {
  const usual = defaultSettings()
  const { primary, machine, human, inkHue, logoId } = appearance
  return {
    name: firm.name !== usual.firm.name && firm.tagline !== usual.firm.tagline,
    about: !same(about.paragraphs, usual.about.paragraphs),
    look: [logoId, primary, machine, human, inkHue].some((chosen) => chosen !== null),
    contact:
      contact.email !== usual.contact.email &&
      contact.phone !== usual.contact.phone &&
      !same(contact.address, usual.contact.address),
    live: !demo.showDemoContent,
  }
}

/** Which steps the facts say are done. */
export async function readFacts({
  db,
  config,
  content,
  user,
}: SignedInContext): Promise<Record<ChecklistStep, boolean>> {
  const settings = (await readLiveSettings(db))?.document ?? content.settings().document
  const [found, facts] = [await readRecords(db), settingsFacts(settings)]
  const demoFigures = settings.statistics.items.some(({ status }) => status === 'demo')
  return {
    ...facts,
    hours: found.hours,
    profile: user.displayName !== null,
    figures: facts.live || (!demoFigures && found.demoCases === 0),
    legal: found.legal,
    mail: config.mail !== undefined && found.mail,
    address: isPublicAddress(config),
  }
}
