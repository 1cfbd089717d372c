import { mailtoOf } from '#contract/email-address.ts'
import { Button } from '#web/ui/button.tsx'
import type { ComposerProps } from './slots.ts'

/** Shown if replies cannot be written in the product. */
export function NoComposer({ item, onAnswered }: ComposerProps) {
  const { email, number } = item
  const subject = number ? `?subject=${encodeURIComponent(`Your request ${number}`)}` : ''
  return (
    <div className="inbox-no-mail">
      <p className="font-semibold">Email isn’t set up</p>
      {email && (
        <a className="link break-all" href={`${mailtoOf(email)}${subject}`}>
          {email}
        </a>
      )}
      <Button className="ml-auto" onClick={onAnswered}>
        Mark as Answered
      </Button>
    </div>
  )
}
