/** Checks by DNS whether receivers can recognize forged mail: MX, SPF and DMARC. */
import { Resolver } from 'node:dns/promises'
import { isReserved } from '#server/mail-addresses.ts'
import { type Finding, notSet, ok, warning } from './doctor-findings.ts'

export type DnsAnswers = Pick<Resolver, 'resolveMx' | 'resolveTxt'>

const check = 'Sending domain'
const timeoutMs = 5_000

/** Codes of node:dns for a name that has no such record. */
const none = /^(ENODATA|ENOTFOUND)$/

/**
 * @returns an empty list for a name without records.
 * @throws Error when DNS does not respond in time.
 */
async function within<T>(question: Promise<T[]>): Promise<T[]> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error('no answer')), timeoutMs)
  try {
    return await Promise.race([question, promise])
  } catch (error) {
    if (none.test(String((error as { code?: unknown }).code))) return []
    throw error
  } finally {
    clearTimeout(timer)
  }
}

async function texts(dns: DnsAnswers, name: string, form: RegExp): Promise<string[]> {
  const records = await within(dns.resolveTxt(name))
  return records.map((parts) => parts.join('')).filter((text) => form.test(text))
}

/** RFC 5321, and RFC 7505 for a domain that declares that it receives no mail. */
async function checkMx(dns: DnsAnswers, domain: string): Promise<string | undefined> {
  const records = await within(dns.resolveMx(domain))
  if (records.some(({ exchange }) => exchange !== '' && exchange !== '.')) return undefined
  return `${domain} has no MX record: replies and bounces are lost. Add one, or take a MAIL_FROM with a mailbox.`
}

/** RFC 7208. */
async function checkSpf(dns: DnsAnswers, domain: string): Promise<string | undefined> {
  const found = await texts(dns, domain, /^v=spf1( |$)/i)
  if (found.length === 0)
    return `${domain} has no SPF record: add the TXT record that your mail provider names, like "v=spf1 include:… -all".`
  if (found.length > 1)
    return `${domain} has ${found.length} SPF records, so none counts: merge them into one.`
  return /\s\+?all(\s|$)/i.test(found[0] ?? '')
    ? `the SPF record of ${domain} lets everybody send: end it with -all or ~all.`
    : undefined
}

/** RFC 7489: the record of the domain applies, or else that of a domain above it. */
async function checkDmarc(dns: DnsAnswers, domain: string): Promise<string | undefined> {
  const labels = domain.split('.')
  for (let from = 0; from < labels.length - 1; from++) {
    const name = `_dmarc.${labels.slice(from).join('.')}`
    const found = await texts(dns, name, /^v=DMARC1\s*(;|$)/i)
    if (found.length > 1) return `${name} has ${found.length} records, so none counts: keep one.`
    if (found.length === 1) return undefined
  }
  return `${domain} has no DMARC record: add TXT _dmarc.${domain} "v=DMARC1; p=none" once SPF or DKIM is set up.`
}

/**
 * Reports only warnings, because mail may arrive without any of these. DKIM cannot be checked,
 * because the name of its record is only in the mails.
 *
 * @param dns replaces the system's resolver.
 */
export async function checkSendingDomain(
  address: string,
  dns: DnsAnswers = new Resolver({ timeout: 2_000, tries: 2 }),
): Promise<Finding[]> {
  const domain = address.slice(address.lastIndexOf('@') + 1).toLowerCase()
  if (isReserved(address) && domain !== 'localhost')
    return [
      warning(check, `${domain} is reserved for examples: set MAIL_FROM to an address of yours.`),
    ]
  if (!domain.includes('.') || domain.endsWith('.test'))
    return [notSet(check, `${domain} is no public domain.`)]
  const problems = await Promise.all(
    [checkMx, checkSpf, checkDmarc].map((look) =>
      look(dns, domain).catch(
        () => `DNS does not answer for ${domain}: check the resolver of this machine.`,
      ),
    ),
  )
  const warnings = [...new Set(problems.filter((problem) => problem !== undefined))]
  if (warnings.length > 0) return warnings.map((words) => warning(check, words))
  return [
    ok(check, `${domain} has MX, SPF and DMARC. Whether mail is signed (DKIM), a mail shows.`),
  ]
}
