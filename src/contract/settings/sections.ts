/** The sections of the settings document, in the order of the form. */
export const settingsSections = [
  'firm',
  'appearance',
  'home',
  'about',
  'statistics',
  'faq',
  'contact',
  'hours',
  'navigation',
  'footer',
  'announcement',
  'demo',
] as const

export const versionKinds = ['seed', 'publish', 'undo', 'restore', 'import'] as const

/** The maximum sizes of one section and of the whole document, in bytes of JSON. */
export const settingsBytes = { section: 64 * 1024, document: 256 * 1024 }
