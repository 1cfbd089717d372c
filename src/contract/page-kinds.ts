/** As the page router sees it. */
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

/** Never indexed, cached or measured. */
export function isPrivate(url: string): boolean {
  return /^\/(admin|chat|invitation|requests|meetings|join|book\/holds|preview)(?=[/.]|$)/.test(
    plainPath(url),
  )
}

/** Pages that show mails as HTML. */
export function isAdmin(url: string): boolean {
  return /^\/admin(?=[/.]|$)/.test(plainPath(url))
}

/** Their addresses are secrets, and they take forms. */
export function isSecret(url: string): boolean {
  return /^\/(requests|meetings|join|book\/holds)(?=[/.]|$)/.test(plainPath(url))
}

/** Pages of free times: as they are now, and with secrets in some queries. */
export function isBooking(url: string): boolean {
  return /^\/book(?=[/.]|$)/.test(plainPath(url))
}

/** Previews: their addresses are secrets, and they send nothing. */
export function isPreview(url: string): boolean {
  return /^\/preview(?=[/.]|$)/.test(plainPath(url))
}
