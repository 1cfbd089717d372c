import { useState } from 'react'

/**
 * JSON that is safe inside a script element: it cannot close the element, and it escapes the line
 * separators that older JavaScript forbids in strings.
 */
export function inlineJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/** A browser keeps the text that the server rendered. */
export function JsonLd({ data }: { data: unknown }) {
  // The object must stay the same across renders, or React would set the text again.
  const [html] = useState(() => ({ __html: inlineJson(data) }))
  return (
    <script type="application/ld+json" suppressHydrationWarning dangerouslySetInnerHTML={html} />
  )
}

/**
 * For our own scripts that must run before the first paint. React never runs them in a browser,
 * because the server's copy already ran. Never pass untrusted text.
 */
export function InlineScript({ text }: { text: string }) {
  return <script suppressHydrationWarning dangerouslySetInnerHTML={{ __html: text }} />
}

/** For our own styles needed from the first byte. Never pass untrusted text. */
export function InlineStyle({ id, text }: { id?: string; text: string }) {
  return <style id={id} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: text }} />
}
