import { CopyLink } from '#web/ui/copy-link.tsx'
import { Time } from '#web/ui/time.tsx'
import type { Invited } from './contract.ts'

export function OneTimeLink({ invited }: { invited: Invited }) {
  const { link, validUntil, mailedTo, user } = invited
  return (
    <div className="grid gap-4">
      <p>
        {mailedTo ? (
          <>
            The link is on its way to <strong className="wrap-anywhere">{mailedTo}</strong>. You can
            also hand it over yourself.
          </>
        ) : (
          <>
            Send this link to <strong className="wrap-anywhere">{user.username}</strong>. It works
            once.
          </>
        )}{' '}
        <strong>It won’t be shown again.</strong>
      </p>
      <CopyLink
        label="One-time link"
        hint={<>Valid until {<Time value={validUntil} format="datetime" />}</>}
        link={link}
      />
    </div>
  )
}
