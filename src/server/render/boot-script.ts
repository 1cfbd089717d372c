/**
 * Without any input, the client code is loaded only after this long, so that it does not disturb
 * reading.
 */
const patienceMs = 10_000

/** Delay before the first retry of loading the client code; doubles each time. */
const retryMs = 2_000

const failureNotice =
  'Part of this page did not load. We keep trying; what you typed is kept, and reloading may help.'

/** Inline, because the full styles may be what failed to load. */
const noticeStyle =
  'position:fixed;inset:80px 16px auto;width:fit-content;margin:auto;z-index:99;padding:12px 16px;border:2px solid;border-radius:4px;background:var(--surface)'

export const builtBootScript = '/assets/boot.js'

/**
 * Runs in the head of the page, so that it blocks parsing only before there is anything to paint.
 * Loads the full styles and the client code at the first input, or when the page has long been
 * idle. Clicks and submissions (also Ctrl+Enter) made before the client code is ready are held and
 * replayed, and their targets marked busy; links work by themselves, except those that open the
 * consultation dialog. All sheets are enabled at once, because inserting one before another makes
 * Chromium load the fonts again. Failed loads are retried at every click and after two, four, eight
 * seconds and so on; visitors who have clicked see a notice. Without input the modules are
 * evaluated one by one, so that no task is long. Visitors in a chat get the code at once: until it
 * runs, the agent sees an abandoned conversation.
 *
 * A page opened at its top is first laid out only as far as it is visible, which saves a quarter of
 * the work before the first paint; then section by section, or at once on input. This uses a
 * separate sheet, so that hydration finds every element unchanged.
 */
export const bootScript = `(() => {
  const held = []
  let begun = false
  let failures = 0
  let urgent = false
  const idle = window.requestIdleCallback ?? ((work) => setTimeout(work, 200))
  let unfold = () => {}
  const [arrival] = performance.getEntriesByType('navigation')
  if (arrival?.type === 'navigate' && !location.hash && document.adoptedStyleSheets) {
    const sheet = new CSSStyleSheet()
    document.adoptedStyleSheets = [sheet]
    unfold = () => sheet.replaceSync('')
    let below = 'main>section'
    const fold = () =>
      sheet.replaceSync(below + ',footer{content-visibility:auto;contain-intrinsic-size:auto 60rem}')
    fold()
    const next = () => {
      if (!document.querySelector(below)) return unfold()
      below += '~section'
      if (sheet.cssRules.length) fold()
      idle(next)
    }
    addEventListener('DOMContentLoaded', () => requestAnimationFrame(() => idle(next)), { once: true })
  }
  const make = (tag, attributes) => Object.assign(document.createElement(tag), attributes)
  const notice = make('p', { role: 'alert', textContent: '${failureNotice}', style: '${noticeStyle}' })
  const bring = (attributes) =>
    new Promise((done, fail) => {
      const link = make('link', attributes)
      // Safari before 17 does not preload modules, nor does it say so.
      if (!link.relList.supports(link.rel)) return done()
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
    const { code, styles, preloads } = JSON.parse(document.getElementById('boot').textContent)
    try {
      const waiting = styles.map((href) => bring({ href, rel: 'stylesheet', media: 'not all' }))
      const loading = preloads.map((href) => bring({ href, rel: 'modulepreload' }))
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
      document.head.append(make('script', { type: 'module', textContent: code }))
    } catch {
      begun = false
      if (held.length) document.body.append(notice)
      setTimeout(begin, ${retryMs} * 2 ** failures++)
    }
  }
  const hurry = (event) => {
    urgent = true
    unfold()
    if (!failures) begin()
    if (event?.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.target.form?.requestSubmit()
  }
  const hold = (event, target, repeat) => {
    event.preventDefault()
    event.stopPropagation()
    target.ariaBusy = true
    held.push(() => {
      target.ariaBusy = null
      repeat()
    })
    hurry()
    begin()
  }
  const onClick = (event) => {
    const target = event.target.closest('button, a[href="/consultation"]')
    if (target) hold(event, target, () => target.click())
  }
  const onSubmit = (event) => hold(event, event.submitter ?? event.target, () => event.target.requestSubmit(event.submitter))
  const takenOver = new AbortController()
  const heard = { capture: true, signal: takenOver.signal }
  addEventListener('click', onClick, heard)
  addEventListener('submit', onSubmit, heard)
  for (const sign of ['pointerdown', 'pointermove', 'keydown', 'scroll']) {
    addEventListener(sign, hurry, { passive: true, ...heard })
  }
  addEventListener('hydrated', () => {
    takenOver.abort()
    for (const repeat of held) repeat()
  }, heard)
  try {
    if (localStorage['chat-visitor']) hurry()
  } catch {}
  addEventListener('load', () => setTimeout(() => idle(begin), ${patienceMs}), { once: true })
})()`
