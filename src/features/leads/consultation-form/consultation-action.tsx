import { data, type RouterContextProvider } from 'react-router'
import { businessSizes, contactMethods } from '#contract/analytics-events.ts'
import { submissionKeys } from '#web/api/submission-keys.ts'
import { storeInquiry } from '../contact-form/contact-action.tsx'
import { type FormAnswer, refusalOf, sendInquiry } from '../contact-form/send-inquiry.tsx'
import type { NewInquiry } from '../contract.ts'
import { type Answers, problemsIn, questionsOf, readAnswers, toInquiry } from './answers.ts'

export type ConsultationAnswer = FormAnswer<Answers>

type Sent = { request: Request; context: Readonly<RouterContextProvider> }

async function readRequest(request: Request) {
  const form = await request.formData()
  const values = readAnswers(form)
  const website = String(form.get('website') ?? '')
  return { values, inquiry: { ...toInquiry(values), website } satisfies NewInquiry }
}

const refuse = (values: Answers, error: unknown, failure?: string): ConsultationAnswer => ({
  ...refusalOf(values, error, failure),
  problems: questionsOf(error),
})

/** Stores a request made without JavaScript. */
export async function handleConsultation({ request, context }: Sent) {
  const { values, inquiry } = await readRequest(request)
  const problems = problemsIn(values)
  if (Object.keys(problems).length > 0) {
    return data<ConsultationAnswer>({ values, problems }, { status: 400 })
  }
  return storeInquiry({ context }, inquiry, (error) => refuse(values, error, error.message))
}

const keys = submissionKeys()

/** Sends the dialog's request from the browser. */
export async function sendConsultation({ request }: Pick<Sent, 'request'>) {
  const { values, inquiry } = await readRequest(request)
  const { company, servicesInterested, preferredContactMethod, teamSize } = values
  try {
    const sent = await sendInquiry(request, inquiry, keys.keyOf(inquiry), {
      source: 'consultation_dialog',
      company,
      service: servicesInterested[0] ?? '',
      contactMethod: contactMethods.find((method) => method === preferredContactMethod),
      businessSize: businessSizes.find((size) => size === teamSize),
    })
    keys.forget()
    return { values, sent } satisfies ConsultationAnswer
  } catch (error) {
    return refuse(values, error)
  }
}
