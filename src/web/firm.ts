import { createContext, use } from 'react'
import type { MetaDescriptor } from 'react-router'
import type { Firm } from '#contract/settings/shown-site.ts'

/** Until the settings are there, or when a page fails before them. */
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

/** For a route's `meta`, where hooks are not available. */
export function firmOf(matches: Matches): Firm {
  const root = matches.find((match) => match?.id === 'root')
  return (root?.loaderData as { firm?: Firm } | undefined)?.firm ?? noFirm
}

/** Head of a page of the back-office. */
export const adminHead =
  (page?: string) =>
  ({ matches }: { matches: Matches }): MetaDescriptor[] => {
    const title = `${firmOf(matches).name} admin`
    return [{ title: page ? `${page} · ${title}` : title }, { name: 'robots', content: 'noindex' }]
  }
