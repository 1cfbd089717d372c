export type SheetTone = 'arrived' | 'workflow' | 'person'

/**
 * A document in a drawing, 30 × 40 user units, centred on its origin. A person's document shows
 * head and shoulders, because colour alone must not carry the difference.
 */
export function Sheet({
  tone,
  x = 0,
  y = 0,
  scale = 1,
}: {
  tone: SheetTone
  x?: number
  y?: number
  scale?: number
}) {
  return (
    <g
      className={`sheet sheet-${tone}`}
      transform={x || y || scale !== 1 ? `translate(${x} ${y}) scale(${scale})` : undefined}
    >
      <path d="M-15-20H6l9 9v31h-30Z" />
      {tone === 'person' ? (
        <>
          <circle className="sheet-mark" cx="-1" cy="-4" r="4.5" />
          <path className="sheet-mark" d="M-9 13c0-10 16-10 16 0" />
        </>
      ) : (
        <path className="sheet-mark" d="M-8-5H8M-8 3H8M-8 11h9" />
      )}
    </g>
  )
}

/** The same document as a small image in text or beside a list entry. */
export function SheetPicture({ tone, className }: { tone: SheetTone; className?: string }) {
  return (
    <svg
      aria-hidden="true"
      className={className}
      viewBox="-17 -22 34 44"
      width="17"
      height="22"
      fill="none"
    >
      <Sheet tone={tone} />
    </svg>
  )
}
