type Pressed = HTMLElement & { heir?: HTMLElement }

/**
 * Starts the deferred client code at the first sign of a visitor, or three seconds after loading,
 * one module per task. Until then links and forms work without script, and the button pressed last
 * is pressed again once React has taken over. For a visitor in a chat it starts at once, because
 * the agent would otherwise see the chat as abandoned.
 *
 * Its source text is inlined into public pages, so it must not use anything from outside.
 */
export function startLate(): void {
  const restMs = 3_000
  const hydrated = new AbortController()
  const options = { capture: true, passive: true, signal: hydrated.signal }
  let isBegun = false
  let pressed: Pressed | undefined
  const release = () => {
    const button = pressed?.heir ?? pressed
    pressed?.removeAttribute('aria-busy')
    pressed = undefined
    return button
  }
  const begin = async () => {
    if (isBegun) return
    isBegun = true
    if (document.readyState === 'loading') {
      await new Promise((done) => addEventListener('DOMContentLoaded', done, { once: true }))
    }
    // Pages made for a single visitor do not defer their scripts.
    const held = document.getElementById('scripts') as HTMLTemplateElement | null
    if (!held) return
    const links = [...held.content.querySelectorAll('link')]
    document.head.append(...links.map((link) => link.cloneNode()))
    try {
      for (const { href } of links.reverse()) {
        if (!href.includes('/entry.client-')) await import(/* @vite-ignore */ href)
      }
      for (const link of links) link.remove()
      held.replaceWith(held.content)
    } catch {
      isBegun = false
      release()
    }
  }
  const onClick = ({ target }: Event) => {
    const button = (target as Element).closest('button')
    if (!button || (button.form && button.type === 'submit')) return
    release()
    pressed = button
    button.setAttribute('aria-busy', 'true')
  }
  addEventListener('click', onClick, options)
  for (const sign of ['pointerdown', 'pointermove', 'keydown', 'scroll', 'click']) {
    addEventListener(sign, begin, options)
  }
  addEventListener('load', () => setTimeout(begin, restMs), options)
  addEventListener(
    'hydrated',
    () => {
      hydrated.abort()
      release()?.click()
    },
    options,
  )
  try {
    if (localStorage.getItem('chat-visitor')) begin()
  } catch {
    // Storage is blocked, so no chat can be remembered.
  }
}
