import { useState } from 'react'

/** Cannot close its script element; older JavaScript forbids the line separators in strings. */
export function inlineJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/** In a browser the text of the server stays. */
export function JsonLd({ data }: { data: unknown }) {
  // The same object at every rendering, or React would set the text again.
  const [html] = useState(() => ({ __html: inlineJson(data) }))
  return (
    <script type="application/ld+json" suppressHydrationWarning dangerouslySetInnerHTML={html} />
  )
}

/**
 * For our own scripts that must run before the first paint, which in a browser they have done.
 * Never pass untrusted text.
 */
export function InlineScript({ text }: { text: string }) {
  return <script suppressHydrationWarning dangerouslySetInnerHTML={{ __html: text }} />
}

/** For our own styles needed from the first byte. Never pass untrusted text. */
export function InlineStyle({ id, text }: { id?: string; text: string }) {
  return <style id={id} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: text }} />
}
