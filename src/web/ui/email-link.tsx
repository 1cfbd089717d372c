import { mailtoOf } from '#contract/email-address.ts'
import { classNames } from './class-names.ts'
import './email-link.css'

/** A truncated address is shown in full on hover and focus. */
export function EmailLink({ email, cut }: { email: string; cut?: boolean }) {
  return (
    <a className={classNames('email-link', cut && 'email-cut')} href={mailtoOf(email)}>
      {email}
    </a>
  )
}
