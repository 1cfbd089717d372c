import type { BusinessHours } from './contract/business-hours.ts'

/** The firm of the demonstration. The first start makes version 1 of the settings from it. */

type Claim = {
  value: string
  label: string
  /** Shown under the figure. */
  basis: string
  /** `demo` figures carry a visible tag; `verified` ones name their source. */
  status: 'demo' | 'verified'
  source: string | null
}

/** An entry without `href` is a button that announces 'Coming soon'. */
type FooterLink = { id: string; label: string; href?: string }

type SocialLink = FooterLink & { mark: 'linkedin' | 'twitter' | 'email' }

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
  /** The name of the printed record of a run. */
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
  /** The year in which the firm was founded. */
  founded: string
  hours: BusinessHours
  replyWithinHours: number
  /** Counts only hours in which the chat is open. */
  chatReplyWithinMinutes: number
  claims: Claim[]
  faq: { question: string; answer: string }[]
  social: SocialLink[]
  footer: { heading: string; links: FooterLink[] }[]
  suffixes: { pageTitle: string; documentService: string; driveFolder: string; calendar: string }
}

const name = 'Counterfoil'
const email = 'hello@counterfoil.example'

const mondayToFriday = (opens: string, closes: string) =>
  [1, 2, 3, 4, 5].map((day) => ({ day, opens, closes }))

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
    timeZone: 'America/Los_Angeles',
    zoneLabel: 'Pacific',
    schedules: {
      chat: { label: 'Chat and replies', week: mondayToFriday('09:00', '18:00') },
      office: { label: 'Office', week: mondayToFriday('09:00', '17:00') },
    },
    holidays: [],
  },
  replyWithinHours: 24,
  chatReplyWithinMinutes: 5,
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
        { id: 'careers', label: 'Careers', href: '/pages/careers' },
        { id: 'blog', label: 'Blog', href: '/notes' },
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
        { id: 'docs', label: 'Docs', href: '/pages/docs' },
        { id: 'api', label: 'API', href: '/pages/api' },
        { id: 'resources', label: 'Resources', href: '/pages/resources' },
        { id: 'webinars', label: 'Webinars', href: '/pages/webinars' },
        { id: 'support', label: 'Support', href: '/#contact' },
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
