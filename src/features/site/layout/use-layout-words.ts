import { createContext, use } from 'react'
import type { SiteSettings } from '#contract/settings/document.ts'
import type { AnnouncementWords } from './announcement-words.ts'
import type { SectionId } from './sections.ts'

/** Words of header and footer on every page of the site. */
export type LayoutWords = Pick<SiteSettings, 'navigation'> & {
  /** Absent when it stands in the document. */
  footer?: SiteSettings['footer']
  tagline: string
  /** Path of the social image, where it is the firm's own. */
  image?: string
  announcement?: AnnouncementWords
  /** That it is a preview, and when its link ends. */
  preview?: string
}

export const LayoutContext = createContext<LayoutWords>({
  navigation: {
    services: '',
    caseStudies: '',
    about: '',
    contact: '',
    chat: '',
    consultation: '',
  },
  tagline: '',
})

export const useLayoutWords = (): LayoutWords => use(LayoutContext)

/** Label of a link to a section. */
export function sectionLabel({ navigation }: LayoutWords, id: SectionId): string {
  return navigation[id === 'case-studies' ? 'caseStudies' : id]
}
