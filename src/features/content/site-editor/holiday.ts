import type { SiteSettings } from '#contract/settings/document.ts'

export type Holiday = SiteSettings['hours']['holidays'][number]
