import type { Brief } from '../agenda/contract.ts'

export function VisitorTexts({ texts }: { texts: Brief['words'] }) {
  if (texts.length === 0) return null
  return (
    <section className="brief-words" aria-labelledby="brief-words">
      <h2 id="brief-words">In their words</h2>
      {texts.map(({ label, text }) => (
        <div key={label}>
          <h3>{label}</h3>
          <p dir="auto">{text}</p>
        </div>
      ))}
    </section>
  )
}
