/**
 * Company data: another company replaces this file and no component. While `demo` is true every
 * claim and case carries a demo tag.
 */

type Claim = {
  value: string
  label: string
  /** Shown under the figure. */
  basis: string
  /** `demo` figures carry a visible tag, `verified` ones name their source. */
  status: 'demo' | 'verified'
  source: string | null
}

/** Daily hours in the company's time zone; `opens` and `closes` are full hours, 0 to 24. */
type HoursRow = { name: string; opens: number; closes: number }

/** Without `href` the entry is a button that announces 'Coming soon'. */
export type FooterLink = { id: string; label: string; href?: string }

export type SocialLink = FooterLink & { mark: 'linkedin' | 'twitter' | 'email' }

export type Brand = {
  name: string
  legalName: string
  tagline: string
  description: string
  lead: string
  about: string[]
  keywords: string[]
  demo: boolean
  demoNotice: string
  /** Name of a run's printed record. */
  recordName: string
  email: string
  phone: string
  /** When null, the site is not marked up as a local business. */
  address: {
    street: string
    city: string
    region: string
    postalCode: string
    country: string
  } | null
  /** Year. */
  founded: string
  /** Days follow ISO 8601: Monday is 1. */
  hours: {
    zone: string
    zoneName: string
    days: number[]
    daysName: string
    chat: HoursRow
    office: HoursRow
  }
  replyWithinHours: number
  claims: Claim[]
  faq: { question: string; answer: string }[]
  social: SocialLink[]
  footer: { heading: string; links: FooterLink[] }[]
  suffixes: { pageTitle: string; documentService: string; driveFolder: string; calendar: string }
}

const name = 'Counterfoil'
const email = 'hello@counterfoil.example'

export const brand: Brand = {
  name,
  legalName: `${name} Automation, Inc.`,
  tagline: 'Automation that keeps the receipts.',
  description: `${name} builds AI and workflow automation for companies that run on documents, inboxes and spreadsheets. Every step leaves a record; a person decides what is uncertain.`,
  lead: 'We take the invoices, inboxes and spreadsheets your team retypes and turn them into workflows that run themselves. Every step is logged, and anything uncertain goes to a person with the reason attached.',
  about: [
    `${name} is a team of process engineers and machine-learning engineers. A counterfoil is the part of a ticket you keep: proof of what was handed over. We build automation the same way. Every decision a workflow makes leaves a record that your auditors, and your colleagues, can read.`,
    'A project begins with one process. We measure it for two weeks, automate the part that is certain, and hand the rest to a person with the reason attached.',
    'Then we measure again, on the same documents, and show you both figures before you decide what comes next.',
  ],
  keywords: [
    'AI automation',
    'workflow automation',
    'document processing',
    'customer service automation',
    'marketing automation',
    'data analysis',
    'custom AI solutions',
  ],
  demo: true,
  demoNotice: 'Demonstration site. Companies, people and figures are fictional.',
  recordName: name,
  email,
  phone: '+1 (415) 555-0142',
  address: {
    street: '480 Sample Street, Suite 6',
    city: 'San Francisco',
    region: 'CA',
    postalCode: '94105',
    country: 'US',
  },
  founded: '2020',
  hours: {
    zone: 'America/Los_Angeles',
    zoneName: 'Pacific',
    days: [1, 2, 3, 4, 5],
    daysName: 'Monday to Friday',
    chat: { name: 'Chat and replies', opens: 9, closes: 18 },
    office: { name: 'Office', opens: 9, closes: 17 },
  },
  replyWithinHours: 24,
  claims: [
    {
      value: '200+',
      label: 'companies',
      basis: 'Clients and pilots since 2020.',
      status: 'demo',
      source: null,
    },
    {
      value: '85%',
      label: 'average cost reduction',
      basis: 'Handling cost per document, measured before and 90 days after.',
      status: 'demo',
      source: null,
    },
    {
      value: '24/7',
      label: 'workflows keep running',
      basis: 'Monitored around the clock; people answer 9 to 6 Pacific.',
      status: 'demo',
      source: null,
    },
    {
      value: '3x',
      label: 'productivity',
      basis: 'Items completed per person per day in automated queues.',
      status: 'demo',
      source: null,
    },
    {
      value: '2020',
      label: 'founded',
      basis: 'The same team since, and no outsourcing of client data.',
      status: 'demo',
      source: null,
    },
    {
      value: 'SOC 2',
      label: 'controls examined',
      basis: 'Report under NDA.',
      status: 'demo',
      source: null,
    },
  ],
  faq: [
    {
      question: 'What does a first project cost, and how long does it take?',
      answer:
        'Most first projects cover one process, take 8 to 14 weeks and cost between $25,000 and $80,000. You get a fixed price after a two-week measurement, and the measurement is yours to keep even if you stop there.',
    },
    {
      question: 'Where does our data go, and who can see it?',
      answer:
        'It runs in your cloud account or in one we operate for you alone. You set how long each document is kept, access is by named person, and nothing is used to train shared models. Our SOC 2 controls have been examined; the report is available under NDA.',
    },
    {
      question: 'What happens when the model is wrong?',
      answer:
        'Every reading carries a confidence. Below the limit you choose, a person decides and sees the original beside the reading. The decision, the name and the time go on the record, and the correction becomes a test case that the next version has to pass.',
    },
    {
      question: 'Do we need clean data or new systems first?',
      answer:
        'No. We start from the scans, inboxes and spreadsheets you have. The systems you run today stay; we read from them and write back through the interfaces they already offer.',
    },
    {
      question: 'Who owns what you build, and what happens afterwards?',
      answer:
        'You do: code, prompts, test sets and records. We train two of your people, hand over the running system, and stay on call for agreed support hours. You can end the support with a month’s notice and everything keeps working.',
    },
  ],
  social: [
    { id: 'linkedin', label: 'LinkedIn', mark: 'linkedin' },
    { id: 'twitter', label: 'Twitter', mark: 'twitter' },
    { id: 'email', label: 'Email', mark: 'email', href: `mailto:${email}` },
  ],
  footer: [
    {
      heading: 'Company',
      links: [
        { id: 'about', label: 'About', href: '/#about' },
        { id: 'careers', label: 'Careers' },
        { id: 'blog', label: 'Blog' },
        { id: 'contact', label: 'Contact', href: '/#contact' },
      ],
    },
    {
      heading: 'Services',
      links: [
        { id: 'services', label: 'Services', href: '/#services' },
        { id: 'case-studies', label: 'Case Studies', href: '/#case-studies' },
      ],
    },
    {
      heading: 'Resources',
      links: [
        { id: 'docs', label: 'Docs' },
        { id: 'api', label: 'API' },
        { id: 'resources', label: 'Resources' },
        { id: 'webinars', label: 'Webinars' },
        { id: 'support', label: 'Support' },
      ],
    },
    {
      heading: 'Legal',
      links: [
        { id: 'privacy', label: 'Privacy', href: '/legal/privacy' },
        { id: 'terms', label: 'Terms', href: '/legal/terms' },
        { id: 'security', label: 'Security', href: '/legal/security' },
        { id: 'gdpr', label: 'GDPR', href: '/legal/gdpr' },
        { id: 'cookies', label: 'Cookies', href: '/legal/cookies' },
      ],
    },
  ],
  suffixes: {
    pageTitle: ` | ${name}`,
    documentService: ' AI Automation Services',
    driveFolder: ` - ${name}`,
    calendar: ' Consultations',
  },
}
