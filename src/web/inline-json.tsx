/**
 * JSON that cannot close its script element, whatever the content: `<`, `>` and `&` are escaped, as
 * are the two line separators that older JavaScript forbids in strings.
 */
export function inlineJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

export function JsonLd({ data }: { data: unknown }) {
  return (
    <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: inlineJson(data) }} />
  )
}

/** For our own scripts that must run before the first paint. Never pass untrusted text. */
export function InlineScript({ text }: { text: string }) {
  return <script dangerouslySetInnerHTML={{ __html: text }} />
}

/** For our own styles needed from the first byte. Never pass untrusted text. */
export function InlineStyle({ text }: { text: string }) {
  return <style dangerouslySetInnerHTML={{ __html: text }} />
}
