const address = /https?:\/\/[^\s<>"']+/g
const closing = /[.,;:!?)\]]+$/

export function SpokenText({ text }: { text: string }) {
  const parts: (string | { href: string })[] = []
  let at = 0
  for (const { 0: found, index } of text.matchAll(address)) {
    const href = found.replace(closing, '')
    parts.push(text.slice(at, index), { href })
    at = index + href.length
  }
  parts.push(text.slice(at))
  return parts.map((part, position) =>
    typeof part === 'string' ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a message never change.
      <a key={position} href={part.href} target="_blank" rel="noopener noreferrer ugc">
        {part.href}
      </a>
    ),
  )
}
