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
  'contact.email': 'email address',
  'contact.phone': 'phone',
  'contact.address': 'postal address',
  'footer.email': 'email link in the footer',
}

export const sectionOf = (field: DefaultField) =>
  `/admin/site?section=${field.slice(0, field.indexOf('.'))}`

const section = (name: string): Target[] => [{ to: `/admin/site?section=${name}`, text: 'Open' }]

const plain: Record<Exclude<ChecklistStep, 'name' | 'contact' | 'figures'>, StepWords> = {
  about: {
    task: 'Write about your firm',
    hint: 'Who you are, in your words.',
    links: section('about'),
  },
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
  legal: {
    task: 'Read and publish your privacy page and terms',
    hint: 'They are drafts for any firm until you publish your own.',
    links: [{ to: '/admin/pages?kind=legal', text: 'Open' }],
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

/** Each field once, with the place where it is changed. */
function ofFields(task: string, fields: readonly DefaultField[]): StepWords {
  const places = [...new Set(fields.map(sectionOf))]
  return {
    task,
    hint: `Still from the demo: ${fields.map((field) => fieldWords[field]).join(', ')}.`,
    links: places.map((to) => ({ to, text: to.endsWith('footer') ? 'Open footer' : 'Open' })),
  }
}

function ofDemo({ figures, caseStudies }: Checklist['demo']): StepWords {
  const left = [
    figures > 0 && {
      what: `${figures.toLocaleString()} demo ${figures === 1 ? 'figure' : 'figures'}`,
      ...{ to: '/admin/site?section=statistics', text: 'Open figures' },
    },
    caseStudies > 0 && {
      what: `${caseStudies.toLocaleString()} demo ${caseStudies === 1 ? 'case study' : 'case studies'}`,
      ...{ to: '/admin?tab=case-studies', text: 'Open case studies' },
    },
  ].filter((one) => one !== false)
  const what = left.map((one) => one.what).join(' and ') || 'demo figures and case studies'
  return {
    task: `Replace or remove the ${what}`,
    hint: 'They are invented. Turning demo content off hides them.',
    links: left.map(({ to, text }) => ({ to, text })),
  }
}

export function wordsOf(step: ChecklistStep, demo: Checklist['demo']): StepWords {
  const ofFirm = demo.fields.filter((field) => field.startsWith('firm.'))
  if (step === 'name') return ofFields('Enter your firm’s name and tagline', ofFirm)
  if (step === 'contact') {
    const others = demo.fields.filter((field) => !ofFirm.includes(field))
    return ofFields('Enter how people reach you, or remove it', others)
  }
  return step === 'figures' ? ofDemo(demo) : plain[step]
}
