/**
 * A visitor who neither moves, scrolls, touches nor types is reading: the page stays still that long
 * before it brings code that nobody has asked for.
 */
const patienceMs = 10_000

/** Where the build leaves the boot script in its shortest form, by URL path. */
export const builtBootScript = '/assets/boot.js'

/**
 * Runs in the head of the page, so that parsing stops for scripts only before there is anything to
 * paint. It brings the full styles and the client code at the first sign of a visitor, or when the page
 * has long been idle. A click or submission, also by Ctrl and Enter, made before the client code is
 * ready is held and repeated then, so that none is lost; links work by themselves, but for those marked
 * `data-needs-script`. The sheets take effect in one moment, because one that came to stand before
 * another would make Chromium load the fonts again.
 * Nobody waiting, the modules are evaluated one by one, so that no task is long. Who is in a chat is
 * not kept waiting: until the code is there, the agent sees an abandoned conversation.
 *
 * A page that is opened at its top is first laid out only as far as it is seen, which spares a quarter
 * of the work before the first paint; then section by section, or at once when the visitor stirs. A
 * sheet of its own says what waits, so that no element looks different to the client code.
 */
export const bootScript = `(() => {
  const held = []
  let begun = false
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
  const add = (tag, attributes) =>
    new Promise((done) => {
      const element = Object.assign(document.createElement(tag), attributes)
      element.onload = element.onerror = () => done(element)
      document.head.append(element)
    })
  const begin = async () => {
    if (begun) return
    begun = true
    if (document.readyState === 'loading') {
      await new Promise((done) => addEventListener('DOMContentLoaded', done, { once: true }))
    }
    const { code, styles, preloads } = JSON.parse(document.getElementById('boot').textContent)
    const loading = preloads.map((href) => add('link', { rel: 'modulepreload', href }))
    const waiting = styles.map((href) => add('link', { rel: 'stylesheet', media: 'not all', href }))
    for (const sheet of await Promise.all(waiting)) sheet.media = 'all'
    await Promise.all(loading)
    for (const href of preloads.toReversed()) {
      if (href.includes('/entry.client-')) continue
      await import(href)
      if (!urgent) await new Promise((done) => setTimeout(done))
    }
    add('script', { type: 'module', textContent: code })
  }
  const hurry = (event) => {
    urgent = true
    unfold()
    begin()
    if (event?.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.target.form?.requestSubmit()
  }
  const hold = (event, repeat) => {
    event.preventDefault()
    event.stopPropagation()
    held.push(repeat)
    hurry()
  }
  const onClick = (event) => {
    const target = event.target.closest('button, a[data-needs-script]')
    if (target) hold(event, () => target.click())
  }
  const onSubmit = (event) => hold(event, () => event.target.requestSubmit(event.submitter))
  const signs = ['pointerdown', 'pointermove', 'touchstart', 'keydown', 'scroll']
  const options = { capture: true, passive: true }
  addEventListener('click', onClick, true)
  addEventListener('submit', onSubmit, true)
  for (const sign of signs) addEventListener(sign, hurry, options)
  addEventListener('hydrated', () => {
    removeEventListener('click', onClick, true)
    removeEventListener('submit', onSubmit, true)
    for (const sign of signs) removeEventListener(sign, hurry, options)
    for (const repeat of held) repeat()
  }, { once: true })
  try {
    if (localStorage['chat-visitor']) hurry()
  } catch {}
  addEventListener('load', () => setTimeout(() => idle(begin), ${patienceMs}), { once: true })
})()`
