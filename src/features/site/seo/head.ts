import type { MetaDescriptor } from 'react-router'
import { socialHeight, socialWidth } from '#contract/settings/look.ts'

/**
 * What the head of every page needs. `publicUrl` is the configured origin, without a trailing
 * slash.
 */
export type SiteData = {
  publicUrl: string
  siteName: string
  tagline: string
  /**
   * Path of the image drawn for this page. True stands for the shipped images, made by
   * `scripts/make-social-images.ts`; false means no image, because the shipped ones show another
   * firm.
   */
  image: string | boolean
}

export type Head = {
  title: string
  description: string
  /** May be empty. */
  keywords: string
  type?: string
  /** Path of the canonical URL. */
  path: string
  /** Alternative text of the page's own image. */
  alt?: string
  /** Path of the page's shipped image. */
  shipped?: string
}

/** The head of an indexable page. */
export function head(
  { publicUrl, siteName, tagline, image }: SiteData,
  page: Head,
): MetaDescriptor[] {
  const { title, description, shipped, alt } = page
  const url = `${publicUrl}${page.path}`
  const picture = image === true ? (shipped ?? '/social/home.png') : image
  const pictureUrl = `${publicUrl}${picture}`
  const words = ((image !== true || shipped) && alt) || tagline
  return [
    { title },
    { name: 'description', content: description },
    ...(page.keywords ? [{ name: 'keywords', content: page.keywords }] : []),
    { name: 'robots', content: 'index, follow, max-image-preview:large' },
    { tagName: 'link', rel: 'canonical', href: url },
    { property: 'og:type', content: page.type ?? 'website' },
    { property: 'og:site_name', content: siteName },
    { property: 'og:locale', content: 'en_US' },
    { property: 'og:title', content: title },
    { property: 'og:description', content: description },
    { property: 'og:url', content: url },
    { name: 'twitter:card', content: 'summary_large_image' },
    { name: 'twitter:title', content: title },
    { name: 'twitter:description', content: description },
    ...(picture
      ? [
          { property: 'og:image', content: pictureUrl },
          { property: 'og:image:width', content: `${socialWidth}` },
          { property: 'og:image:height', content: `${socialHeight}` },
          { property: 'og:image:alt', content: words },
          { name: 'twitter:image', content: pictureUrl },
          { name: 'twitter:image:alt', content: words },
        ]
      : []),
  ]
}

export function hiddenHead(title: string): MetaDescriptor[] {
  return [{ title }, { name: 'robots', content: 'noindex' }]
}
