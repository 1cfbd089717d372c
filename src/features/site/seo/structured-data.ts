import type { OpenInterval } from '#contract/business-hours.ts'
import type { SiteSettings } from '#contract/settings/document.ts'
import type { ShownSite } from '#contract/settings/shown-site.ts'
import { dayNames } from '#features/content/business-hours/format-week.ts'
import { upcomingHolidays } from '#features/content/business-hours/upcoming-holidays.ts'

/**
 * A thing in the schema.org vocabulary. Only facts that the page shows, too, are included, so there
 * are no ratings or reviews.
 */
type Thing = { '@type': string; [property: string]: unknown }

const organizationId = (publicUrl: string) => `${publicUrl}/#organization`

export function graph(things: Thing[]) {
  return { '@context': 'https://schema.org', '@graph': things }
}

function reach({ email, phone }: SiteSettings['contact']) {
  return { email, ...(phone && { telephone: phone }) }
}

export function organization(
  publicUrl: string,
  { settings: { firm, contact, footer }, look }: Pick<ShownSite, 'settings' | 'look'>,
): Thing {
  const { name, description, legalName, founded } = firm
  const profiles = footer.social.flatMap(({ target }) =>
    target?.startsWith('https:') ? [target] : [],
  )
  return {
    '@type': 'Organization',
    '@id': organizationId(publicUrl),
    name,
    description,
    ...reach(contact),
    legalName,
    url: `${publicUrl}/`,
    ...(look?.icons?.length !== 0 && { logo: `${publicUrl}/icon-512.png` }),
    ...(founded !== null && { foundingDate: String(founded) }),
    ...(profiles.length > 0 && { sameAs: profiles }),
    contactPoint: {
      '@type': 'ContactPoint',
      contactType: 'customer service',
      ...reach(contact),
      availableLanguage: 'English',
    },
  }
}

/**
 * The office. The list is empty if there is no address.
 *
 * @param image path of the firm's own image
 */
export function localBusiness(
  publicUrl: string,
  { settings: { firm, contact, hours }, now, look }: ShownSite,
  image = look ? undefined : '/social/home.png',
): Thing[] {
  const { address } = contact
  if (!address) return []
  const specifications = openingHours(hours)
  const special = holidayHours(hours, now)
  return [
    {
      '@type': 'ProfessionalService',
      '@id': `${publicUrl}/#office`,
      name: firm.name,
      description: firm.description,
      ...reach(contact),
      url: `${publicUrl}/`,
      ...(image && { image: `${publicUrl}${image}` }),
      parentOrganization: { '@id': organizationId(publicUrl) },
      address: {
        '@type': 'PostalAddress',
        streetAddress: address.street,
        addressLocality: address.city,
        ...(address.region && { addressRegion: address.region }),
        ...(address.postalCode && { postalCode: address.postalCode }),
        addressCountry: address.country,
      },
      openingHoursSpecification: specifications.length === 1 ? specifications[0] : specifications,
      ...(special.length > 0 && { specialOpeningHoursSpecification: special }),
    },
  ]
}

type Hours = SiteSettings['hours']

/** The vocabulary has no 24:00. */
const timesOf = ({ opens, closes }: OpenInterval) => ({
  opens,
  closes: closes === '24:00' ? '23:59' : closes,
})

/** Groups days with the same hours. */
function openingHours({ schedules }: Hours): Thing[] {
  const days = Map.groupBy(schedules.office.week, (interval) => JSON.stringify(timesOf(interval)))
  return [...days].map(([times, intervals]) => ({
    '@type': 'OpeningHoursSpecification',
    dayOfWeek: intervals.map(({ day }) => dayNames[day - 1]),
    ...JSON.parse(times),
  }))
}

const holidayDays = 90
const closed = [{ opens: '00:00', closes: '00:00' }]

function holidayHours(hours: Hours, now: Date): Thing[] {
  return upcomingHolidays(hours, now, holidayDays).flatMap(({ date, office }) =>
    (office.length > 0 ? office : closed).map((interval) => ({
      '@type': 'OpeningHoursSpecification',
      validFrom: date,
      validThrough: date,
      ...timesOf(interval),
    })),
  )
}

/** The list is empty if there are no questions. */
export function frequentQuestions({ items }: SiteSettings['faq']): Thing[] {
  if (items.length === 0) return []
  return [
    {
      '@type': 'FAQPage',
      mainEntity: items.map(({ question, answer }) => ({
        '@type': 'Question',
        name: question,
        acceptedAnswer: { '@type': 'Answer', text: answer },
      })),
    },
  ]
}

export function breadcrumb(publicUrl: string, trail: { name: string; path: string }[]): Thing {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: trail.map(({ name, path }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: `${publicUrl}${path}`,
    })),
  }
}

export function offeredService(
  publicUrl: string,
  service: { title: string; description: string; category: string; path: string },
): Thing {
  return {
    '@type': 'Service',
    name: service.title,
    description: service.description,
    serviceType: service.category,
    url: `${publicUrl}${service.path}`,
    provider: { '@id': organizationId(publicUrl) },
  }
}

/** `picture` is a path. A note without an author's name names the firm as the author. */
export function blogPosting(
  publicUrl: string,
  note: {
    title: string
    summary: string
    path: string
    publishedAt: string
    changedAt: string
    author: string
    picture?: string | undefined
  },
  firm: string,
): Thing {
  const publisher = { '@id': organizationId(publicUrl) }
  const url = `${publicUrl}${note.path}`
  return {
    '@type': 'BlogPosting',
    headline: note.title,
    ...(note.summary && { description: note.summary }),
    datePublished: note.publishedAt,
    dateModified: note.changedAt,
    author: note.author === firm ? publisher : { '@type': 'Person', name: note.author },
    publisher,
    ...(note.picture && { image: `${publicUrl}${note.picture}` }),
    url,
    mainEntityOfPage: url,
  }
}
