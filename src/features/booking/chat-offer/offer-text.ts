const form = /^Pick a time for a call: (https?:\/\/\S+)$/

/** The offer is an ordinary message of an agent. */
export const offerText = (url: string) => `Pick a time for a call: ${url}`

/** The path and query of a page of free times on this site; null for any other text. */
export function offeredPath(text: string, origin: string): string | null {
  const [, url] = form.exec(text.trim()) ?? []
  if (!url || !URL.canParse(url)) return null
  const { origin: host, pathname, search } = new URL(url)
  return host === origin && /^\/book\/[a-z0-9-]+$/.test(pathname) ? pathname + search : null
}
