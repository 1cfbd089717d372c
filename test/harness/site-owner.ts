import { call, headersOf, toWire } from '#contract/endpoint.ts'
import type { SettingsSection, SiteSettings } from '#contract/settings/document.ts'
import { siteSettings } from '#features/content/site-settings/contract.ts'
import { ownerPassword, type RunningProduct } from './product.ts'
import { publish } from './site-settings.ts'
import type { Person } from './test-app.ts'

/**
 * Signs in as the owner of a running product over HTTP.
 * @param origin the product's public URL.
 */
export async function ownerOf(
  { url }: Pick<RunningProduct, 'url'>,
  origin: string,
): Promise<Person> {
  const headers = { origin, 'content-type': 'application/json' }
  const body = JSON.stringify({ username: 'admin', password: ownerPassword })
  const signedIn = await fetch(`${url}/api/auth/login`, { method: 'POST', headers, body })
  const cookie = signedIn.headers.getSetCookie().join('; ').split(';')[0] ?? ''
  return {
    call: (endpoint, input, options = {}) =>
      call(
        async (asked, given, how) => {
          const { method, url: path, body: sent } = toWire(asked, given as Record<string, unknown>)
          const answer = await fetch(`${url}${path}`, {
            method,
            body: sent ?? null,
            headers: { ...headers, ...headersOf(how), cookie },
          })
          const said = await answer.json()
          if (!answer.ok) throw new Error(`${asked.name}: ${JSON.stringify(said)}`)
          return said
        },
        endpoint,
        input,
        options,
      ),
  }
}

/** Saves these complete sections and publishes them. */
export async function publishSections(owner: Person, sections: Partial<SiteSettings>) {
  const { draft } = await owner.call(siteSettings.show, {})
  const names = Object.keys(sections) as SettingsSection[]
  for (const [section, value] of Object.entries(sections)) {
    const revision = draft[section as SettingsSection]?.revision ?? 0
    const input = { section: section as SettingsSection, revision, value }
    await owner.call(siteSettings.saveDraft, input)
  }
  return publish(owner, names)
}

/** The settings of a firm with the same text in every field, cut to the field's limit. */
export function settingsOf(usual: SiteSettings, textOf: (max: number) => string): SiteSettings {
  const t = (max: number) => textOf(max).slice(0, max).trim()
  const holiday = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10)
  const [figure, ...figures] = usual.statistics.items
  const { chat, office } = usual.hours.schedules
  return {
    ...usual,
    firm: {
      ...usual.firm,
      name: t(60),
      legalName: t(120),
      tagline: t(120),
      description: t(300),
      recordName: t(40),
      keywords: [t(60)],
    },
    home: {
      lead: t(400),
      primaryAction: t(30),
      secondaryAction: t(30),
      servicesHeading: t(80),
      aboutHeading: t(80),
      casesHeading: t(80),
      contactHeading: t(80),
      contactIntro: t(400),
    },
    about: { paragraphs: [t(800), t(400)] },
    statistics: {
      ...usual.statistics,
      items: [
        ...(figure
          ? [
              {
                ...figure,
                value: t(20),
                label: t(60),
                definition: t(300),
                status: 'stated' as const,
                source: t(200),
                asOf: '2026-01-31',
              },
            ]
          : []),
        ...figures.map((one) => ({ ...one, value: t(19), label: t(60), definition: t(300) })),
      ],
    },
    faq: { heading: t(80), items: [{ question: t(200), answer: `${t(600)}\n\n${t(700)}` }] },
    contact: {
      ...usual.contact,
      email: 'mail@northwind.example',
      phone: t(40),
      address: {
        street: t(120),
        city: t(80),
        region: t(80),
        postalCode: t(20),
        country: 'DE',
      },
    },
    hours: {
      ...usual.hours,
      zoneLabel: t(30),
      schedules: {
        chat: { ...chat, label: t(40) },
        office: { ...office, label: t(39) },
      },
      holidays: [{ date: holiday, name: t(60), chat: [], office: [], yearly: false }],
    },
    navigation: {
      services: t(24),
      caseStudies: t(24),
      about: t(24),
      contact: t(24),
      chat: t(24),
      consultation: t(24),
    },
    footer: {
      columns: usual.footer.columns.map(({ links }) => ({
        heading: t(30),
        links: links.map((link) => ({ ...link, label: t(40) })),
      })),
      social: usual.footer.social.map((link) => ({ ...link, label: t(40) })),
    },
    announcement: {
      ...usual.announcement,
      enabled: true,
      text: t(160),
      linkLabel: t(40),
      target: '/#about',
    },
    demo: { ...usual.demo, notice: t(160) },
  }
}
