import { useFirm } from '#web/firm.ts'

export function NextSteps() {
  const { replyWithin } = useFirm()
  return (
    <ol className="consultation-next">
      <li>A person reads your request and responds within {replyWithin}.</li>
      <li>You choose a time for the call. The consultation is free.</li>
      <li>Afterwards you get a written summary, whether or not we go on together.</li>
    </ol>
  )
}
