import type { ReactNode } from 'react'
import { Progress, type Request } from './request-progress.tsx'
import { When } from './when.tsx'

/** A fact of the request; renders nothing without a text. */
export function Line({ term, children }: { term: string; children: ReactNode }) {
  if (!children) return null
  return (
    <div className="counterfoil-line">
      <dt>{term}</dt>
      <dd dir="auto">{children}</dd>
    </div>
  )
}

/** A stub and what it belongs to, each with a heading. */
export function Counterfoil(props: {
  title: string
  number: string | null
  stub: ReactNode
  heading: string
  children: ReactNode
}) {
  const { title, number, stub, heading, children } = props
  return (
    <div className="counterfoil paper">
      <section className="counterfoil-stub" aria-labelledby="counterfoil-number">
        <h2 id="counterfoil-number" className="counterfoil-heading">
          {title} {number && <span className="counterfoil-number">{number}</span>}
        </h2>
        {stub}
      </section>
      <section className="counterfoil-sheet" aria-labelledby="counterfoil-sent">
        <h2 id="counterfoil-sent" className="counterfoil-heading">
          {heading}
        </h2>
        {children}
      </section>
    </div>
  )
}

/** The stub with the number and progress, and what was sent as plain text, never as links. */
export function RequestSheet({ request }: { request: Request }) {
  const { number, kind, sent, details } = request
  const { name, email, company, service, message, answers } = sent
  return (
    <Counterfoil
      title={kind === 'consultation' ? 'Consultation request' : 'Request'}
      number={number}
      stub={<Progress request={request} />}
      heading="What you sent"
    >
      <dl>
        <Line term="Name">{name}</Line>
        <Line term="Email">{email}</Line>
        <Line term="Company">{company}</Line>
        <Line term="Service">{service}</Line>
        <Line term="Message">{message}</Line>
        {answers.map(({ question, answer }) => (
          <Line key={question} term={question}>
            {answer}
          </Line>
        ))}
      </dl>
      {details.length > 0 && (
        <>
          <h2 id="details" className="counterfoil-heading">
            {details.length === 1 ? 'The detail you added' : 'The details you added'}
          </h2>
          <dl>
            {details.map(({ text, createdAt }) => (
              <div key={createdAt + text} className="counterfoil-line">
                <dt>
                  <When at={createdAt} />
                </dt>
                <dd dir="auto">{text}</dd>
              </div>
            ))}
          </dl>
        </>
      )}
    </Counterfoil>
  )
}
