import type { MetaDescriptor } from 'react-router'
import { brand } from '../../../brand.ts'

/** Pixels; scripts/make-social-images.ts draws the images. */
export const socialImageSize = { width: 1200, height: 630 }

/** Services that have their own social image below `/social/`. */
const drawnServices = [
  'document-processing',
  'customer-service',
  'marketing-automation',
  'data-analysis',
  'custom-solutions',
  'workflow-automation',
]

/** Services added later use the site's own image. */
export function socialImageOf(slug: string): string {
  return drawnServices.includes(slug) ? `/social/${slug}.png` : '/social/home.png'
}

export type Head = {
  title: string
  description: string
  keywords: string
  /** Path of the canonical URL. */
  path: string
  image?: { path: string; alt: string }
}

/** Head of an indexable page. `publicUrl` is the configured origin, never the request's. */
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

export function hiddenHead(title: string): MetaDescriptor[] {
  return [{ title }, { name: 'robots', content: 'noindex' }]
}
