/**
 * JSON that cannot end the script element it stands in, whatever the content: `<`, `>` and `&` are
 * escaped, and so are the two line separators that older JavaScript does not allow in strings.
 */
export function inlineJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/** Structured data for crawlers. */
export function JsonLd({ data }: { data: unknown }) {
  return (
    <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: inlineJson(data) }} />
  )
}

/** A script of our own that must run before the first paint. Never pass it anything from outside. */
export function InlineScript({ text }: { text: string }) {
  return <script dangerouslySetInnerHTML={{ __html: text }} />
}

/** Styles of our own that must be there from the first byte. Never pass anything from outside. */
export function InlineStyle({ text }: { text: string }) {
  return <style dangerouslySetInnerHTML={{ __html: text }} />
}
