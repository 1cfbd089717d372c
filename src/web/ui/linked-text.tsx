/** Punctuation at the end of an address belongs to the sentence around it. */
const address = /(https?:\/\/[^\s<>"']*[^\s<>"'.,;:!?)\]])/

/** Text from outside, with links for its web addresses. */
export function LinkedText({ text }: { text: string }) {
  return text.split(address).map((part, at) =>
    at % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a message never change.
      <a key={at} href={part} target="_blank" rel="noopener noreferrer ugc">
        {part}
      </a>
    ),
  )
}
