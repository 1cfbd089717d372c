/** Slugs of the texts below `/legal`. */
export const legalSlugs = ['privacy', 'gdpr', 'cookies', 'terms', 'security'] as const

/** Anchors of the home page. */
export const sectionTargets = ['/#services', '/#case-studies', '/#about', '/#contact']
