import { createContext, use } from 'react'
import type { SiteSettings } from '#contract/settings/document.ts'
import type { AnnouncementWords } from './announcement-words.ts'
import type { SectionId } from './sections.ts'

/** Texts of the header and footer of every page. */
export type LayoutWords = Pick<SiteSettings, 'navigation'> & {
  /** Absent if the browser can read it from the document. */
  footer?: SiteSettings['footer']
  tagline: string
  /** Path of the social image, if the firm has its own. */
  image?: string
  announcement?: AnnouncementWords
  /** The notice of a preview, which also says when its link expires. */
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

/** The label of a link to a section. */
export function sectionLabel({ navigation }: LayoutWords, id: SectionId): string {
  return navigation[id === 'case-studies' ? 'caseStudies' : id]
}
