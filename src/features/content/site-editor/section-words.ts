import type { SettingsSection } from '#contract/settings/document.ts'

export const sectionNames: Record<SettingsSection, string> = {
  firm: 'Firm',
  appearance: 'Logo and colors',
  home: 'Home page',
  about: 'About',
  statistics: 'Figures',
  faq: 'Questions',
  contact: 'Contact',
  hours: 'Hours',
  navigation: 'Navigation',
  footer: 'Footer',
  announcement: 'Announcement',
  demo: 'Demo content',
}

export const nameOfSection = (section: string) =>
  sectionNames[section as SettingsSection] ?? section

/** Words for parts of a path whose own name would be unclear. */
const partNames: Record<string, string> = {
  items: 'Entry',
  columns: 'Column',
  links: 'Link',
  social: 'Network',
  paragraphs: 'Paragraph',
  keywords: 'Keyword',
  holidays: 'Holiday',
  week: 'Interval',
  schedules: '',
  logoId: 'Logo',
  logoDarkId: 'Logo for the dark theme',
  iconId: 'Icon',
  primary: 'Main color',
  machine: 'Workflow color',
  human: 'Person color',
  inkHue: 'Hue of text and backgrounds',
  asOf: 'As of',
  target: 'Leads to',
}

/** Turns 'legalName' into 'legal name'. */
const spaced = (name: string) => name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)

const capital = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)

/** Turns 'items.0.question' into 'Entry 1, question'. */
export function nameOfField(path: string): string {
  const words: string[] = []
  for (const part of path.split('.')) {
    const last = words.length - 1
    if (/^\d+$/.test(part) && last >= 0) words[last] = `${words[last]} ${Number(part) + 1}`
    else words.push((partNames[part] ?? spaced(part)).replace(/^./, (one) => one.toLowerCase()))
  }
  return capital(words.filter(Boolean).join(', '))
}

/** Paths for which the name of the section is enough. */
const wholes = new Set(['items', 'paragraphs', 'columns', 'holidays', 'showDemoContent'])

/** Returns, for example, 'Questions, entry 1, answer: This is required'. */
export function problemLine(problem: { section: SettingsSection; path: string; message: string }) {
  const { section, path, message } = problem
  const field = wholes.has(path) ? '' : `, ${nameOfField(path).toLowerCase()}`
  return `${sectionNames[section]}${field}: ${message}`
}

/** The natural reading order of keys, which the database does not keep. Other keys follow. */
const order = [
  'street',
  'city',
  'region',
  'postalCode',
  'country',
  'question',
  'answer',
  'value',
  'label',
  'definition',
  'date',
  'name',
]
const rank = (name: string) => (order.includes(name) ? order.indexOf(name) : order.length)

/** Leaves out keys that nobody has typed. */
const partsOf = (value: object) =>
  Object.entries(value)
    .filter(([name]) => name !== 'key' && name !== 'id')
    .sort(([a], [b]) => rank(a) - rank(b))
    .map(([, part]) => part)

export function valueInWords(value: unknown): string {
  if (value === null || value === undefined || value === '') return ''
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value !== 'object') return String(value)
  const parts = Array.isArray(value) ? value : partsOf(value)
  return parts.map(valueInWords).filter(Boolean).join(', ')
}
