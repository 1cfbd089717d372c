import type { DefaultField } from '#contract/settings/records.ts'
import type { Checklist, ChecklistStep } from './contract.ts'

type Target = { to: string; text: string }
type StepWords = { task: string; hint: string; links: Target[] }

export const fieldWords: Record<DefaultField, string> = {
  'firm.name': 'name',
  'firm.legalName': 'legal name',
  'firm.tagline': 'tagline',
  'firm.description': 'description',
  'firm.founded': 'founding year',
  'home.lead': 'first paragraph of the home page',
  'about.paragraphs': 'text about the firm',
  'faq.items': 'questions and answers',
  'contact.email': 'email address',
  'contact.phone': 'phone',
  'contact.address': 'postal address',
  'footer.email': 'email link in the footer',
}

export const sectionOf = (field: DefaultField) =>
  `/admin/site?section=${field.slice(0, field.indexOf('.'))}`

const section = (name: string): Target[] => [{ to: `/admin/site?section=${name}`, text: 'Open' }]

type PlainStep = Exclude<ChecklistStep, 'name' | 'about' | 'contact' | 'figures' | 'legal'>

const plain: Record<PlainStep, StepWords> = {
  look: {
    task: 'Add your logo or a color of your own',
    hint: 'Either is enough.',
    links: section('appearance'),
  },
  hours: {
    task: 'Set your hours and time zone',
    hint: 'Reply times count these hours.',
    links: section('hours'),
  },
  profile: {
    task: 'Add your name',
    hint: 'Visitors see it in chats and emails. A picture is optional.',
    links: [{ to: '/admin/account', text: 'Open' }],
  },
  mail: {
    task: 'Connect email',
    hint: 'Done once a mail server has accepted a message.',
    links: [{ to: '/admin/mail', text: 'Check email' }],
  },
  address: {
    task: 'Get an https address for the site',
    hint: 'Ask whoever runs the server.',
    links: [],
  },
  live: {
    task: 'Turn demo content off',
    hint: 'The demo notice and everything marked as demo leave the site.',
    links: section('demo'),
  },
}

const left = (names: readonly string[]) => `Still from the demo: ${names.join(', ')}.`

const linkTexts: Record<string, string> = {
  home: 'Open home page',
  about: 'Open about',
  faq: 'Open questions',
  footer: 'Open footer',
}

/** Lists the given fields, with one link for each place where they are changed. */
function ofFields(task: string, fields: readonly DefaultField[]): StepWords {
  const places = new Set(fields.map(sectionOf))
  return {
    task,
    hint: left(fields.map((field) => fieldWords[field])),
    links: [...places].map((to) => ({ to, text: linkTexts[to.replace(/.*=/, '')] ?? 'Open' })),
  }
}

/**
 * The service texts can suit another firm, so they never keep the step open and are only linked.
 */
function ofTexts(fields: readonly DefaultField[]): StepWords {
  const { links, ...words } = ofFields('Say what you do in your own words', fields)
  return { ...words, links: [...links, { to: '/admin?tab=services', text: 'Open services' }] }
}

const ofLegal = (titles: readonly string[]): StepWords => ({
  task: 'Read and publish your legal texts',
  hint:
    titles.length > 0
      ? `${left(titles)} Publish each, or unlink it in the footer and withdraw it.`
      : 'Privacy and terms.',
  links: [{ to: '/admin/pages?kind=legal', text: 'Open' }],
})

function ofDemo({ figures, caseStudies }: Checklist['demo']): StepWords {
  const counts = [
    figures > 0 && {
      what: `${figures.toLocaleString()} demo ${figures === 1 ? 'figure' : 'figures'}`,
      to: '/admin/site?section=statistics',
      text: 'Open figures',
    },
    caseStudies > 0 && {
      what: `${caseStudies.toLocaleString()} demo ${caseStudies === 1 ? 'case study' : 'case studies'}`,
      to: '/admin?tab=case-studies',
      text: 'Open case studies',
    },
  ].filter((one) => one !== false)
  const what = counts.map((one) => one.what).join(' and ') || 'demo figures and case studies'
  return {
    task: `Replace or remove the ${what}`,
    hint: 'They are invented. Turning demo content off hides them.',
    links: counts.map(({ to, text }) => ({ to, text })),
  }
}

export function wordsOf(step: ChecklistStep, demo: Checklist['demo']): StepWords {
  const of = (sections: RegExp) => demo.fields.filter((field) => sections.test(field))
  switch (step) {
    case 'name':
      return ofFields('Enter your firm’s name and tagline', of(/^firm/))
    case 'about':
      return ofTexts(of(/^(home|about|faq)/))
    case 'contact':
      return ofFields('Enter how people reach you, or remove it', of(/^(contact|footer)/))
    case 'figures':
      return ofDemo(demo)
    case 'legal':
      return ofLegal(demo.legal)
    default:
      return plain[step]
  }
}
