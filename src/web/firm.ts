import { createContext, use } from 'react'
import type { MetaDescriptor } from 'react-router'
import type { Firm } from '#contract/settings/shown-site.ts'

/** Used until the settings have loaded, and on error pages that never load them. */
export const noFirm: Firm = {
  name: '',
  legalName: '',
  email: '',
  demoNotice: null,
  replyWithin: '',
  replyWithinHours: 24,
  hours: {
    timeZone: 'UTC',
    zoneLabel: 'UTC',
    holidays: [],
    schedules: { chat: { label: '', week: [] }, office: { label: '', week: [] } },
  },
}

export const FirmContext = createContext(noFirm)

export const useFirm = (): Firm => use(FirmContext)

type Matches = readonly ({ id: string; loaderData?: unknown } | undefined)[]

/** The firm for a route's `meta` function, where hooks are not available. */
export function firmOf(matches: Matches): Firm {
  const root = matches.find((match) => match?.id === 'root')
  return (root?.loaderData as { firm?: Firm } | undefined)?.firm ?? noFirm
}

/** The `meta` function of a back-office page. */
export const adminHead =
  (page?: string) =>
  ({ matches }: { matches: Matches }): MetaDescriptor[] => {
    const title = `${firmOf(matches).name} admin`
    return [{ title: page ? `${page} · ${title}` : title }, { name: 'robots', content: 'noindex' }]
  }
