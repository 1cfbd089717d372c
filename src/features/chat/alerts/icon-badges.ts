const icon = '/favicon.svg'
let dotted: Promise<string> | undefined

/** A dot on the page's icon, and the number on that of the installed app; 0 removes both. */
export function setIconBadges(count: number): void {
  void setFaviconDot(count > 0)
  if (!('setAppBadge' in navigator)) return
  const done = count > 0 ? navigator.setAppBadge(count) : navigator.clearAppBadge()
  done.catch(() => {})
}

async function setFaviconDot(shown: boolean): Promise<void> {
  const link = document.querySelector<HTMLLinkElement>('link[rel="icon"][type="image/svg+xml"]')
  if (!link) return
  link.dataset.dot = String(shown)
  if (!shown) {
    link.href = icon
    return
  }
  dotted ??= drawDotted()
  try {
    const href = await dotted
    if (link.dataset.dot === 'true') link.href = href
  } catch {
    dotted = undefined
  }
}

async function drawDotted(): Promise<string> {
  const svg = await (await fetch(icon)).text()
  const box = /viewBox="([^"]+)"/.exec(svg)?.[1]?.split(/\s+/).map(Number) ?? []
  const [left = 0, top = 0, width = 32] = box
  const radius = width * 0.22
  const dot = `<circle cx="${left + width - radius}" cy="${top + radius}" r="${radius * 0.9}" fill="#c8102e" stroke="#fff" stroke-width="${width * 0.05}"/>`
  return `data:image/svg+xml,${encodeURIComponent(svg.replace('</svg>', `${dot}</svg>`))}`
}
