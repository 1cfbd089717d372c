import type { Output } from '#contract/endpoint.ts'
import type { siteSettings } from '#features/content/site-settings/contract.ts'

export type Version = Output<typeof siteSettings.versions>['items'][number]
