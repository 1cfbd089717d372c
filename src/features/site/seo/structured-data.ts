import { brand } from '../../../brand.ts'

/**
 * Vocabulary of schema.org. Contains only facts that are also visible on the page; no ratings or
 * reviews.
 */
type Thing = { '@type': string; [property: string]: unknown }

const dayNames = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

const clockTime = (hour: number) => `${String(hour).padStart(2, '0')}:00`

const organizationId = (publicUrl: string) => `${publicUrl}/#organization`

export function graph(things: Thing[]) {
  return { '@context': 'https://schema.org', '@graph': things }
}

export function organization(publicUrl: string): Thing {
  const profiles = brand.social.flatMap(({ href }) => (href?.startsWith('https:') ? [href] : []))
  return {
    '@type': 'Organization',
    '@id': organizationId(publicUrl),
    name: brand.name,
    legalName: brand.legalName,
    description: brand.description,
    url: `${publicUrl}/`,
    logo: `${publicUrl}/icon-512.png`,
    email: brand.email,
    telephone: brand.phone,
    foundingDate: brand.founded,
    ...(profiles.length > 0 && { sameAs: profiles }),
    contactPoint: {
      '@type': 'ContactPoint',
      contactType: 'customer service',
      email: brand.email,
      telephone: brand.phone,
      availableLanguage: 'English',
    },
  }
}

/** The office as a local business with its opening hours; empty without an address. */
export function localBusiness(publicUrl: string): Thing[] {
  const { address, hours } = brand
  if (!address) return []
  return [
    {
      '@type': 'ProfessionalService',
      '@id': `${publicUrl}/#office`,
      name: brand.name,
      description: brand.description,
      url: `${publicUrl}/`,
      image: `${publicUrl}/social/home.png`,
      email: brand.email,
      telephone: brand.phone,
      parentOrganization: { '@id': organizationId(publicUrl) },
      address: {
        '@type': 'PostalAddress',
        streetAddress: address.street,
        addressLocality: address.city,
        addressRegion: address.region,
        postalCode: address.postalCode,
        addressCountry: address.country,
      },
      openingHoursSpecification: {
        '@type': 'OpeningHoursSpecification',
        dayOfWeek: hours.days.map((day) => dayNames[day - 1]),
        opens: clockTime(hours.office.opens),
        closes: clockTime(hours.office.closes),
      },
    },
  ]
}

export function frequentQuestions(): Thing {
  return {
    '@type': 'FAQPage',
    mainEntity: brand.faq.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer },
    })),
  }
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
