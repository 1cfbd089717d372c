const badge = /^\(\d+\+?\) /

/** '(2) ' before the title of the page, or nothing for zero. */
export function setTitleBadge(count: number): void {
  const bare = document.title.replace(badge, '')
  const next = count > 0 ? `(${count}) ${bare}` : bare
  if (next !== document.title) document.title = next
}
