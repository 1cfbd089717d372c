/** Vocabulary of the records beside the settings document: pages, pictures and the checklist. */
export const pageKinds = ['legal', 'page', 'note'] as const
export const mediaPurposes = ['logo', 'logo_dark', 'icon', 'portrait', 'note', 'social'] as const

/** The steps of the checklist "Make it yours", in order. */
export const checklistSteps = [
  'name',
  'about',
  'look',
  'contact',
  'hours',
  'profile',
  'figures',
  'legal',
  'mail',
  'address',
  'live',
] as const

/** Settings that name a firm, link to it or speak for it, by section and field. */
export const defaultFields = [
  'firm.name',
  'firm.legalName',
  'firm.tagline',
  'firm.description',
  'firm.founded',
  'home.lead',
  'about.paragraphs',
  'faq.items',
  'contact.email',
  'contact.phone',
  'contact.address',
  'footer.email',
] as const
export type DefaultField = (typeof defaultFields)[number]
