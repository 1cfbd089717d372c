/** The links that browsers choose from if the firm has an icon of its own. */
const links = 'link[rel="icon"]:not([href="/favicon.ico"])'

let dotted: Promise<string> | undefined

/** @param count zero removes the badges. */
export function setIconBadges(count: number): void {
  void setFaviconDot(count > 0)
  if (!('setAppBadge' in navigator)) return
  const done = count > 0 ? navigator.setAppBadge(count) : navigator.clearAppBadge()
  done.catch(() => {})
}

async function setFaviconDot(shown: boolean): Promise<void> {
  const icons = [...document.querySelectorAll<HTMLLinkElement>(links)]
  for (const link of icons) {
    link.dataset.icon ??= link.href
    link.dataset.dot = String(shown)
    if (!shown) link.href = link.dataset.icon
  }
  const [first] = icons
  if (!shown || !first?.dataset.icon) return
  dotted ??= drawDotted(first.dataset.icon)
  try {
    const href = await dotted
    for (const link of icons) if (link.dataset.dot === 'true') link.href = href
  } catch {
    dotted = undefined
  }
}

/** Wraps icons of other types in an SVG. */
async function svgOf(icon: string): Promise<string> {
  if (icon.startsWith('data:')) return decodeURIComponent(icon.slice(icon.indexOf(',') + 1))
  const answer = await fetch(icon)
  const type = answer.headers.get('content-type') ?? ''
  if (type.startsWith('image/svg')) return answer.text()
  const bytes = String.fromCharCode(...new Uint8Array(await answer.arrayBuffer()))
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><image href="data:${type};base64,${btoa(bytes)}" width="32" height="32"/></svg>`
}

async function drawDotted(icon: string): Promise<string> {
  const svg = await svgOf(icon)
  const box = /viewBox="([^"]+)"/.exec(svg)?.[1]?.split(/\s+/).map(Number) ?? []
  const [left = 0, top = 0, width = 32] = box
  const radius = width * 0.22
  const dot = `<circle cx="${left + width - radius}" cy="${top + radius}" r="${radius * 0.9}" fill="#c8102e" stroke="#fff" stroke-width="${width * 0.05}"/>`
  return `data:image/svg+xml,${encodeURIComponent(svg.replace('</svg>', `${dot}</svg>`))}`
}
