import { brand } from '../../../brand.ts'

export function NextSteps() {
  return (
    <ol className="consultation-next">
      <li>A person reads your request and responds within {brand.replyWithinHours} hours.</li>
      <li>You choose a time for the call. The consultation is free.</li>
      <li>Afterwards you get a written summary, whether or not we go on together.</li>
    </ol>
  )
}
