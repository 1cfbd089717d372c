/** The path as the page router matches it. */
export function plainPath(url: string): string {
  const [path = '/'] = url.split('?', 1)
  if (/^[a-z0-9/-]*$/.test(path)) return path
  const { pathname } = Object.assign(new URL('http://localhost'), { pathname: path })
  try {
    return decodeURIComponent(pathname).toLowerCase()
  } catch {
    return pathname
  }
}

/** Whether the page is never indexed, cached or measured. */
export function isPrivate(url: string): boolean {
  return /^\/(admin|chat|invitation|requests|meetings|join|book\/holds|preview)(?=[/.]|$)/.test(
    plainPath(url),
  )
}

/** Whether the page can show mails as HTML. */
export function isAdmin(url: string): boolean {
  return /^\/admin(?=[/.]|$)/.test(plainPath(url))
}

/** Whether the page's address is a secret. Such pages take forms. */
export function hasSecretAddress(url: string): boolean {
  return /^\/(requests|meetings|join|book\/holds)(?=[/.]|$)/.test(plainPath(url))
}

/** Whether the page shows free times, which are always current. Some queries have secrets. */
export function isBooking(url: string): boolean {
  return /^\/book(?=[/.]|$)/.test(plainPath(url))
}

/** Whether the page is part of a preview. Its address is a secret, and it sends nothing. */
export function isPreview(url: string): boolean {
  return /^\/preview(?=[/.]|$)/.test(plainPath(url))
}
