import { hoursInWords } from '#features/content/business-hours/reply-time.ts'
import { useFirm } from '#web/firm.ts'

export function NextSteps() {
  const { replyWithinHours } = useFirm()
  return (
    <ol className="consultation-next">
      <li>A person reads your request and responds within {hoursInWords(replyWithinHours)}.</li>
      <li>We agree on a time for the call. The consultation is free.</li>
      <li>Afterwards you get a written summary, whether or not we go on together.</li>
    </ol>
  )
}
