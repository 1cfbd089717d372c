import { toAsciiDomain } from '#contract/email-address.ts'
import type { ParsedMail } from '#server/mime/parsed-mail.ts'
import type { Dependencies } from '#server/service/context.ts'

type Deps = Pick<Dependencies, 'config'>

/**
 * The DMARC result (RFC 8601) of the trusted server: the one that `MAIL_AUTHSERV_ID` names, or else
 * the topmost. Any failure counts. A pass counts only if it is for the sender's domain.
 */
function dmarcOf({ config }: Deps, { authentication, from }: ParsedMail) {
  const id = config.intake?.authservId
  const [top] = authentication
  const trusted = authentication.filter(({ server }) => server === (id ?? top?.server))
  if (trusted.some(({ dmarc }) => dmarc.some(({ result }) => result === 'fail'))) return 'fail'
  const domain = from.address.slice(from.address.lastIndexOf('@') + 1).toLowerCase()
  const isPassed = trusted.some((each) =>
    each.dmarc.some(
      (one) =>
        (id !== undefined || each === top) &&
        one.result === 'pass' &&
        (one.domain === null || toAsciiDomain(one.domain) === domain),
    ),
  )
  return isPassed && from.address ? 'pass' : undefined
}

/** Codes for why a mail may be forged or spam. They mark a new thread as suspect. */
export function suspicions(deps: Deps, mail: ParsedMail): string[] {
  const { 'x-spam-flag': flag = '', 'x-spam-status': status = '' } = mail.headers
  return [
    ...(/^yes\b/i.test(flag) ? ['spam_flag'] : []),
    ...(/^yes\b/i.test(status) ? ['spam_status'] : []),
    ...(dmarcOf(deps, mail) === 'fail' ? ['dmarc_fail'] : []),
    ...(mail.isSenderUnclear ? ['sender_unclear'] : []),
  ]
}

/** Null if the receiving server adds no result. */
export function isSenderVerified(deps: Deps, mail: ParsedMail): boolean | null {
  const dmarc = dmarcOf(deps, mail)
  return dmarc === 'pass' ? true : dmarc === 'fail' ? false : null
}
