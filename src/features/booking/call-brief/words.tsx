import type { Brief } from './contract.ts'
import { cutForPrint } from './cut-words.ts'

/** Shows all words on the screen; prints only what keeps the brief to one page. */
export function Words({ words, callId }: { words: Brief['words']; callId: string }) {
  const printed = cutForPrint(words.map(({ text }) => text))
  return (
    <section className="brief-words" aria-labelledby="brief-words">
      <h2 id="brief-words">In their words</h2>
      {words.length === 0 && <p className="text-ink-2">They didn’t write anything.</p>}
      {words.map(({ label, text }, at) => {
        const short = printed[at]
        return (
          <div key={label}>
            <h3>{label}</h3>
            <p dir="auto" className={short === undefined ? undefined : 'brief-screen'}>
              {text}
            </p>
            {short !== undefined && (
              <p dir="auto" className="brief-paper" aria-hidden="true">
                {short} … full text: {`${window.location.origin}/admin/agenda/${callId}`}
              </p>
            )}
          </div>
        )
      })}
    </section>
  )
}
