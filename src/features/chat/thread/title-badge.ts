const badge = /^\(\d+\+?\) /

/** Prefixes the page title with '(2) '; zero removes the prefix. */
export function setTitleBadge(count: number): void {
  const bare = document.title.replace(badge, '')
  const next = count > 0 ? `(${count.toLocaleString()}) ${bare}` : bare
  if (next !== document.title) document.title = next
}
