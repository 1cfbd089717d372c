import { submissionKeys } from '#web/api/submission-keys.ts'
import { toast } from '#web/ui/toast-store.ts'
import { keepDraft } from './contact-draft.tsx'
import { type ContactValues, readContact } from './contact-values.ts'
import { type FormAnswer, refusalOf, sendInquiry } from './send-inquiry.tsx'

// Shared by all pages with the form, so that sending the same values from another page creates
// nothing twice.
const keys = submissionKeys()

/**
 * Sends the contact form from the browser. It tells the outcome itself, because that concerns
 * visitors who have gone to another page as well.
 */
export async function sendContact({
  request,
}: {
  request: Request
}): Promise<FormAnswer<ContactValues>> {
  const values = readContact(await request.formData())
  try {
    const { service, company } = values
    const sent = await sendInquiry(request, values, keys.keyOf(values), {
      service,
      company,
      source: location.pathname === '/' ? 'home_page' : 'service_page',
    })
    keys.forget()
    toast({ title: 'Message sent successfully!' })
    return { values, sent }
  } catch (error) {
    keepDraft(values)
    const answer = refusalOf(values, error)
    toast({
      title: 'Error sending message',
      description: answer.failure,
      variant: 'destructive',
    })
    return answer
  }
}
