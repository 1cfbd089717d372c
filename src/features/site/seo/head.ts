import type { MetaDescriptor } from 'react-router'
import { brand } from '../../../brand.ts'

/** Pixels of a social image; scripts/make-social-images.ts draws them. */
export const socialImageSize = { width: 1200, height: 630 }

/** Slugs of services that have a social image of their own below `/social/`. */
const drawnServices = [
  'document-processing',
  'customer-service',
  'marketing-automation',
  'data-analysis',
  'custom-solutions',
  'workflow-automation',
]

/** Address of the image of a service; one added later shows the site's own. */
export function socialImageOf(slug: string): string {
  return drawnServices.includes(slug) ? `/social/${slug}.png` : '/social/home.png'
}

export type Head = {
  /** The whole document title. */
  title: string
  description: string
  keywords: string
  /** Path of the canonical address. */
  path: string
  image?: { path: string; alt: string }
}

/** The head of a page that may be found. `publicUrl` is the configured origin, never the request's. */
export function head(publicUrl: string, page: Head): MetaDescriptor[] {
  const { title, description } = page
  const url = `${publicUrl}${page.path}`
  const image = page.image ?? { path: '/social/home.png', alt: brand.tagline }
  const imageUrl = `${publicUrl}${image.path}`
  return [
    { title },
    { name: 'description', content: description },
    { name: 'keywords', content: page.keywords },
    { name: 'robots', content: 'index, follow, max-image-preview:large' },
    { tagName: 'link', rel: 'canonical', href: url },
    { property: 'og:type', content: 'website' },
    { property: 'og:site_name', content: brand.name },
    { property: 'og:locale', content: 'en_US' },
    { property: 'og:title', content: title },
    { property: 'og:description', content: description },
    { property: 'og:url', content: url },
    { property: 'og:image', content: imageUrl },
    { property: 'og:image:type', content: 'image/png' },
    { property: 'og:image:width', content: String(socialImageSize.width) },
    { property: 'og:image:height', content: String(socialImageSize.height) },
    { property: 'og:image:alt', content: image.alt },
    { name: 'twitter:card', content: 'summary_large_image' },
    { name: 'twitter:title', content: title },
    { name: 'twitter:description', content: description },
    { name: 'twitter:image', content: imageUrl },
    { name: 'twitter:image:alt', content: image.alt },
  ]
}

/** The head of a page that no search engine should keep. */
export function hiddenHead(title: string): MetaDescriptor[] {
  return [{ title }, { name: 'robots', content: 'noindex' }]
}
