import type { MetaDescriptor } from 'react-router'
import type { SiteData } from '../seo/head.ts'

/** Lets feed readers discover the feed. */
export const feedLink = ({ siteName }: SiteData): MetaDescriptor => ({
  tagName: 'link',
  rel: 'alternate',
  type: 'application/atom+xml',
  title: `${siteName}: notes`,
  href: '/notes/feed.xml',
})
