/**
 * Runs in the page before any of its other scripts, as plain text: it brings the full styles and
 * the client code when the page is painted and idle, or at the first sign of a visitor. A click or
 * submission made before the client code is ready is held and repeated then, so that none is lost;
 * links work by themselves, but for those marked `data-needs-script`. The sheets take effect in one
 * moment, because one that came to stand before another would make Chromium load the fonts again.
 */
export const bootScript = `(() => {
  const { code, styles, preloads } = JSON.parse(document.getElementById('boot').textContent)
  const held = []
  let begun = false
  const add = (tag, attributes) =>
    new Promise((done) => {
      const element = Object.assign(document.createElement(tag), attributes)
      element.onload = element.onerror = () => done(element)
      document.head.append(element)
    })
  const begin = async () => {
    if (begun) return
    begun = true
    for (const href of preloads) add('link', { rel: 'modulepreload', href })
    const waiting = styles.map((href) => add('link', { rel: 'stylesheet', media: 'not all', href }))
    for (const sheet of await Promise.all(waiting)) sheet.media = 'all'
    add('script', { type: 'module', textContent: code })
  }
  const hold = (event, repeat) => {
    event.preventDefault()
    event.stopPropagation()
    held.push(repeat)
    begin()
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
  for (const sign of signs) addEventListener(sign, begin, options)
  addEventListener('hydrated', () => {
    removeEventListener('click', onClick, true)
    removeEventListener('submit', onSubmit, true)
    for (const sign of signs) removeEventListener(sign, begin, options)
    for (const repeat of held) repeat()
  }, { once: true })
  const idle = window.requestIdleCallback ?? ((work) => setTimeout(work, 200))
  addEventListener('load', () => idle(begin, { timeout: 3000 }), { once: true })
})()`
