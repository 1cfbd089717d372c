import { useRef, useState } from 'react'
import { businessSizes, contactMethods } from '#contract/analytics-events.ts'
import { call } from '#contract/endpoint.ts'
import { hoursInWords } from '#features/content/business-hours/reply-time.ts'
import { trackInquiry } from '#web/analytics/track.ts'
import { sentenceOf } from '#web/api/api-error.ts'
import { browser } from '#web/api/browser.ts'
import { submissionKeys } from '#web/api/submission-keys.ts'
import { useSend } from '#web/api/use-send.ts'
import { useFirm } from '#web/firm.ts'
import { toast } from '#web/ui/toast-store.ts'
import type { ContactProblems } from '../contact-form/contact-values.ts'
import { inquiries } from '../contract.ts'
import { type Answers, questionsOf, toInquiry } from './answers.ts'

const fallback = 'Something went wrong. Please try again.'

export type Sent = {
  answers: Answers
  number: string
  requestUrl: string | null
  receivedAt: Date
  replyBy: Date
}
type Attempt = { answers: Answers; website: string; signal: AbortSignal }

function record({ company, servicesInterested, preferredContactMethod, teamSize }: Answers): void {
  trackInquiry({
    source: 'consultation_dialog',
    company,
    service: servicesInterested[0] ?? '',
    contactMethod: contactMethods.find((method) => method === preferredContactMethod),
    businessSize: businessSizes.find((size) => size === teamSize),
  })
}

/** Sends a request once and reports the outcome, unless the dialog closes before the response. */
export function useConsultationRequest(
  onRefused: (problems: ContactProblems) => void,
  onSent: () => void,
) {
  const { replyWithinHours } = useFirm()
  const [keys] = useState(submissionKeys)
  const latest = useRef<AbortController | null>(null)

  async function send({ answers, website, signal }: Attempt): Promise<Sent> {
    const request = toInquiry(answers)
    const input = { ...request, website, filledInMs: Math.round(performance.now()) }
    const options = { idempotencyKey: keys.keyOf(request), signal }
    const { number, requestUrl, ...stored } = await call(browser, inquiries.create, input, options)
    const replyBy = new Date(stored.replyBy)
    return { answers, number, requestUrl, receivedAt: new Date(), replyBy }
  }

  const { answer, error, message, ...sending } = useSend(send, {
    onAnswer: ({ answers }, { signal }) => {
      record(answers)
      onSent()
      if (signal.aborted) return
      toast({
        title: 'Consultation request sent!',
        description: `We'll contact you within ${hoursInWords(replyWithinHours)} to schedule your consultation.`,
      })
    },
    onError: (problem, { signal }) => {
      if (signal.aborted) return
      toast({
        title: 'Error sending consultation request',
        description: sentenceOf(problem, fallback),
        variant: 'destructive',
      })
    },
    onRefused: (problem) => onRefused(questionsOf(problem)),
  })

  return {
    sent: answer,
    isSending: sending.isPending,
    failure: error !== undefined && !message?.signal.aborted ? sentenceOf(error, fallback) : null,
    send(answers: Answers, website: string) {
      if (sending.isBusy()) return
      latest.current = new AbortController()
      sending.start({ answers, website, signal: latest.current.signal })
    },
    isBusy: sending.isBusy,
    abandon: () => latest.current?.abort(),
  }
}
