import { type ContactValues, readContact } from '#features/leads/contact-form/contact-values.ts'
import {
  type FormAnswer,
  refusalOf,
  sendInquiry,
} from '#features/leads/contact-form/send-inquiry.tsx'
import { submissionKeys } from '#web/api/submission-keys.ts'

const keys = submissionKeys()

/** Sends a message left in the chat, which is an inquiry like that of the contact form. */
export async function sendLeftMessage(
  request: Request,
  form: FormData,
): Promise<FormAnswer<ContactValues>> {
  const values = readContact(form)
  const { company } = values
  const tracked = { service: '', company, source: 'chat' } as const
  try {
    const sent = await sendInquiry(request, values, keys.keyOf(values), tracked)
    keys.forget()
    return { values, sent }
  } catch (error) {
    return refusalOf(values, error)
  }
}
