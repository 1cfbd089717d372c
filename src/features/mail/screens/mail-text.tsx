import { useState } from 'react'
import { firstOf } from '#contract/cut-text.ts'
import { formatSize } from '#contract/file-rules.ts'
import { Button } from '#web/ui/button.tsx'
import { LinkedText } from '#web/ui/linked-text.tsx'

/** The number of characters shown at first, since a mail may have a million. */
const firstCharacters = 12_000

function Shortened({ text }: { text: string }) {
  const [isWhole, setWhole] = useState(false)
  const shown = isWhole ? text : firstOf(text, firstCharacters)
  return (
    <>
      <div dir="auto" className="mail-text">
        <LinkedText text={shown} />
      </div>
      {shown !== text && (
        <Button size="sm" onClick={() => setWhole(true)}>
          Show the Whole Text ({formatSize(text.length)})
        </Button>
      )}
    </>
  )
}

/** The line before a signature (RFC 3676, 4.3). */
const delimiter = '\n-- \n'

/** The text of a mail with clickable links; quotations are folded. */
export function MailText(props: { text: string; quotedText: string | null }) {
  const { quotedText } = props
  const [isQuoted, setQuoted] = useState(false)
  const at = props.text.lastIndexOf(delimiter)
  const text = at === -1 ? props.text : props.text.slice(0, at)
  const signature = at === -1 ? '' : props.text.slice(at + delimiter.length)
  return (
    <>
      {text.trim() ? <Shortened text={text} /> : <p className="text-ink-2">No text</p>}
      {signature && (
        <div className="mail-sign">
          <Shortened text={signature} />
        </div>
      )}
      {quotedText && (
        <div className="grid gap-2">
          <Button
            variant="quiet"
            size="sm"
            className="mail-fold"
            aria-expanded={isQuoted}
            onClick={() => setQuoted(!isQuoted)}
          >
            {isQuoted ? 'Hide Quoted Text' : 'Show Quoted Text'}
          </Button>
          {isQuoted && (
            <div className="mail-quoted">
              <Shortened text={quotedText} />
            </div>
          )}
        </div>
      )}
    </>
  )
}
