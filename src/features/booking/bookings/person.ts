import { addressProblem, isAddress, toAsciiDomain } from '#contract/email-address.ts'
import type { ParsedInput } from '#contract/endpoint.ts'
import { Failure } from '#contract/failure.ts'
import type { meetings } from './contract.ts'

type FormValues = Pick<
  ParsedInput<typeof meetings.create>,
  'name' | 'email' | 'company' | 'phone' | 'contact'
>

type Known = {
  name: string
  email: string
  company: string
  consultationData: Record<string, unknown> | null
}

export type Person = { name: string; email: string; company: string; phone: string }

/**
 * The person who books, as known from their request if there is one. The phone number given now
 * takes precedence.
 *
 * @throws Failure `invalid_input`, which lists the missing fields.
 */
export function personOf(given: FormValues, known: Known | undefined, contacts: string[]): Person {
  const asked = known?.consultationData?.phone
  const person = {
    name: known?.name || given.name,
    email: toAsciiDomain(known?.email || given.email),
    company: known?.company || given.company,
    phone: given.phone || (typeof asked === 'string' ? asked.trim() : ''),
  }
  const fields = {
    ...(!person.name && { name: 'Name is required' }),
    ...(!isAddress(person.email) && {
      email: addressProblem(person.email, 'Valid email is required'),
    }),
    ...(given.contact === 'phone' &&
      !person.phone && { phone: 'A phone number is required for a phone call' }),
    ...(!contacts.includes(given.contact) && { contact: 'Choose how the call takes place' }),
  }
  const [first] = Object.values(fields)
  if (first) throw new Failure('invalid_input', first, { fields })
  return person
}
