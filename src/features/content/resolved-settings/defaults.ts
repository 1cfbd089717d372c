import { type Brand, brand } from '#brand.ts'
import type { SiteSettings } from '#contract/settings/document.ts'

/** Keys of the default figures, the same in every installation. */
const figureKeys = [
  '2d655151-0df6-4e56-9857-0043c0ebeb9f',
  '4f868249-4c31-40d3-abd6-90a6855b8dc3',
  'e2d89267-c076-4381-9fb1-9eef4e785daa',
  '37c347d5-2c55-4179-a8e5-2dfb0ca2a2f8',
  '57d692c8-0871-441f-8982-0a76306a32b5',
  '5240b60a-09f3-40ac-b74c-5c76a37002eb',
]

const numberWords = ['No', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine']

/** @param services how many the site shows. */
function servicesHeading(services: number): string {
  if (services === 0) return 'Work we take off desks'
  if (services === 1) return 'One kind of work we take off desks'
  return `${numberWords[services] ?? services} kinds of work we take off desks`
}

/** Replaces the firm's name by a variable, so that a new name changes every sentence. */
function withVariables({ name }: Brand) {
  const escaped = name.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
  const words = new RegExp(`(?<![\\p{L}\\d])${escaped}(?![\\p{L}\\d])`, 'gu')
  return (text: string) => text.replace(words, '{firm.name}')
}

/** Settings of an installation that nobody has changed yet, with the values of `src/brand.ts`. */
export function defaultSettings(services = 6, from: Brand = brand): SiteSettings {
  const named = withVariables(from)
  const entry = ({
    id,
    label,
    href,
  }: Brand['social'][number] | { id: string; label: string; href?: string }) => ({
    id,
    label,
    target: href ?? null,
  })
  return {
    firm: {
      name: from.name,
      legalName: from.legalName,
      tagline: from.tagline,
      description: named(from.description),
      keywords: from.keywords,
      founded: Number(from.founded) || null,
      recordName: from.recordName === from.name ? null : from.recordName,
    },
    appearance: {
      logoId: null,
      logoDarkId: null,
      iconId: null,
      logoPlate: false,
      primary: null,
      machine: null,
      human: null,
      inkHue: null,
    },
    home: {
      lead: named(from.lead),
      primaryAction: 'Get Started',
      secondaryAction: 'Watch Demo',
      servicesHeading: servicesHeading(services),
      aboutHeading: 'What we claim, and what it rests on',
      casesHeading: 'Success stories, with the numbers first',
      contactHeading: 'Tell us about one process',
      contactIntro:
        'A person replies within {firm.replyWithin}. Tell us what arrives, how much of it, and where it gets stuck; that is enough to begin.',
    },
    about: { paragraphs: from.about.map(named) },
    statistics: {
      items: from.claims.map(({ value, label, basis, status, source }, index) => ({
        key: figureKeys[index] ?? crypto.randomUUID(),
        value,
        label,
        definition: named(basis),
        status: status === 'demo' ? 'demo' : 'stated',
        source,
        asOf: null,
      })),
    },
    faq: {
      heading: 'Asked before you asked',
      items: from.faq.map(({ question, answer }) => ({ question, answer: named(answer) })),
    },
    contact: {
      email: from.email,
      phone: from.phone || null,
      address: from.address,
      replyWithinHours: from.replyWithinHours,
      chatReplyWithinMinutes: from.chatReplyWithinMinutes,
    },
    hours: from.hours,
    navigation: {
      services: 'Services',
      caseStudies: 'Case Studies',
      about: 'About',
      contact: 'Contact',
      chat: 'Chat',
      consultation: 'Consultation',
    },
    footer: {
      columns: from.footer.map(({ heading, links }) => ({ heading, links: links.map(entry) })),
      social: from.social.map((link) => ({ ...entry(link), network: link.mark })),
    },
    announcement: {
      enabled: false,
      text: '',
      linkLabel: null,
      target: null,
      tone: 'info',
      startsAt: null,
      endsAt: null,
      dismissible: true,
    },
    demo: { showDemoContent: from.demo, notice: from.demoNotice },
  }
}
