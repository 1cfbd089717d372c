import { mailtoOf } from '#contract/email-address.ts'
import { classNames } from './class-names.ts'
import './email-link.css'

/** Where it is cut, the whole address is shown by pointer and focus. */
export function EmailLink({ email, cut }: { email: string; cut?: boolean }) {
  return (
    <a className={classNames('email-link', cut && 'email-cut')} href={mailtoOf(email)}>
      {email}
    </a>
  )
}
