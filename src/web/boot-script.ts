/**
 * Loads styles and client code at the first input or when the page has long been idle; in a chat at
 * once, or the agent would see it abandoned. Clicks and submissions made before are replayed,
 * except on plain links. All sheets are enabled at once: inserting one before another makes
 * Chromium load the fonts again. Without input modules are evaluated one by one, so that no task is
 * long. A page opened at its top is laid out section by section, by a separate sheet, so that
 * hydration finds every element unchanged: a quarter less work before the first paint.
 *
 * Inlined into every page by `scripts/shorten-boot-script.ts`, so it imports nothing.
 */
type Boot = { code: string; styles: string[]; preloads: string[] }

;(() => {
  /** Without any input the client code waits, so that it does not disturb reading. */
  const idleMs = 10_000
  /** Doubles each time. */
  const retryMs = 2_000
  const replays: (() => void)[] = []
  let begun = false
  let failures = 0
  let urgent = false
  const idle = window.requestIdleCallback ?? ((work: () => void) => setTimeout(work, 200))
  let unfold = () => {}
  const [arrival] = performance.getEntriesByType('navigation') as [PerformanceNavigationTiming?]
  if (arrival?.type === 'navigate' && !location.hash && document.adoptedStyleSheets) {
    const sheet = new CSSStyleSheet()
    document.adoptedStyleSheets = [sheet]
    unfold = () => sheet.replaceSync('')
    let below = 'main>section'
    const fold = () =>
      sheet.replaceSync(
        `${below},footer{content-visibility:auto;contain-intrinsic-size:auto 60rem}`,
      )
    fold()
    const next = () => {
      if (!document.querySelector(below)) return unfold()
      below += '~section'
      if (sheet.cssRules.length) fold()
      idle(next)
    }
    addEventListener('DOMContentLoaded', () => requestAnimationFrame(() => idle(next)))
  }
  const create = <K extends keyof HTMLElementTagNameMap>(tag: K, attributes: object) =>
    Object.assign(document.createElement(tag), attributes)
  const notice = create('p', {
    role: 'alert',
    textContent: 'Part of this page did not load. We keep trying; what you typed is kept.',
    // The full styles may be what failed to load.
    style:
      'position:fixed;inset:80px 16px auto;width:fit-content;margin:auto;z-index:99;padding:12px 16px;border:2px solid;border-radius:4px;background:var(--surface)',
  })
  const load = (attributes: { href: string; rel: string; media?: string }) =>
    new Promise<HTMLLinkElement>((done, fail) => {
      const link = create('link', attributes)
      // Safari before 17.
      if (!link.relList.supports(link.rel)) return done(link)
      link.onload = () => done(link)
      link.onerror = fail
      document.head.append(link)
    })
  const begin = async () => {
    if (begun) return
    begun = true
    if (document.readyState === 'loading') {
      await new Promise((done) => addEventListener('DOMContentLoaded', done, { once: true }))
    }
    const { code, styles, preloads } = JSON.parse(
      (document.getElementById('boot') as HTMLElement).textContent,
    ) as Boot
    try {
      const waiting = styles.map((href) => load({ href, rel: 'stylesheet', media: 'not all' }))
      const loading = preloads.map((href) => load({ href, rel: 'modulepreload' }))
      const styled = Promise.all(waiting).then((sheets) => {
        for (const sheet of sheets) sheet.media = 'all'
      })
      await Promise.all([styled, ...loading])
      for (const href of preloads.toReversed()) {
        if (href.includes('/entry.client-')) continue
        await import(href)
        if (!urgent) await new Promise((done) => setTimeout(done))
      }
      notice.remove()
      document.head.append(create('script', { type: 'module', textContent: code }))
    } catch {
      begun = false
      if (replays.length) document.body.append(notice)
      setTimeout(begin, retryMs * 2 ** failures++)
    }
  }
  const hurry = (event?: Partial<KeyboardEvent>) => {
    urgent = true
    unfold()
    if (!failures) begin()
    if (event?.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      ;(event.target as HTMLInputElement).form?.requestSubmit()
    }
  }
  /** The element itself, or the one that React rendered in its place. */
  const now = <E extends Element | null>(element: E) =>
    (element as { heir?: E } | null)?.heir ?? element
  const hold = (event: Event, target: Element, replay: () => void) => {
    event.preventDefault()
    event.stopPropagation()
    target.ariaBusy = 'true'
    replays.push(() => {
      target.ariaBusy = null
      replay()
    })
    hurry()
    begin()
  }
  const onClick = (event: Event) => {
    const target = (event.target as Element).closest<HTMLElement>('button, a[href="/consultation"]')
    if (target) hold(event, target, () => now(target).click())
  }
  const onSubmit = (event: SubmitEvent) =>
    hold(event, event.submitter ?? (event.target as Element), () =>
      now(event.target as HTMLFormElement).requestSubmit(now(event.submitter)),
    )
  const hydrated = new AbortController()
  const options = { capture: true, signal: hydrated.signal }
  addEventListener('click', onClick, options)
  addEventListener('submit', onSubmit, options)
  for (const type of ['pointerdown', 'pointermove', 'keydown', 'scroll']) {
    addEventListener(type, hurry, { passive: true, ...options })
  }
  const onHydrated = () => {
    hydrated.abort()
    for (const replay of replays) replay()
  }
  addEventListener('hydrated', onHydrated, options)
  try {
    if (localStorage['chat-visitor']) hurry()
  } catch {}
  addEventListener('load', () => setTimeout(() => idle(begin), idleMs))
})()
