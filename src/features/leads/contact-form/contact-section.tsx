import { mailtoOf } from '#contract/email-address.ts'
import { useOfficeClock } from '#features/content/business-hours/use-office-clock.ts'
import { useFirm } from '#web/firm.ts'
import { ContactForm } from './contact-form.tsx'
import type { ContactWords } from './contact-words.ts'

/** `chosen` preselects the form's subject; a new object preselects it again. */
export function ContactSection(props: { words: ContactWords; chosen?: { service: string } }) {
  const { heading, intro, schedules, phone, faq } = props.words
  const { email } = useFirm()
  return (
    <section id="contact" className="section" aria-labelledby="contact-heading">
      <div className="wrap">
        <h2 id="contact-heading" tabIndex={-1} className="h2">
          {heading}
        </h2>
        <div className="contact-grid">
          <div>
            <p className="measure">{intro}</p>
            <dl className="hours">
              {schedules.map(({ label, week, holidays }) => (
                <div key={label}>
                  <dt>{label}</dt>
                  <dd>
                    {week}
                    {holidays?.map((line) => (
                      <span key={line} className="hours-holiday">
                        {line}
                      </span>
                    ))}
                  </dd>
                </div>
              ))}
              <div>
                <dt>Email</dt>
                <dd>
                  <a className="link" href={mailtoOf(email)}>
                    {email}
                  </a>
                </dd>
              </div>
              {phone && (
                <div>
                  <dt>Phone</dt>
                  <dd>
                    <a className="link" href={`tel:${phone.replace(/[^+\d]/g, '')}`}>
                      {phone}
                    </a>
                  </dd>
                </div>
              )}
            </dl>
            <OfficeClock />
            {faq.items.length > 0 && <Questions faq={faq} />}
          </div>
          <ContactForm chosen={props.chosen} />
        </div>
      </div>
    </section>
  )
}

function Questions({ faq: { heading, items } }: Pick<ContactWords, 'faq'>) {
  return (
    <>
      <h3 className="h3 faq-heading">{heading}</h3>
      <div className="rows faq">
        {items.map(({ question, answer }, index) => (
          <details key={question} open={index === 0}>
            <summary>
              <span>{question}</span>
            </summary>
            {answer.split(/\n\s*\n/).map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
          </details>
        ))}
      </div>
    </>
  )
}

function OfficeClock() {
  const { hours } = useFirm()
  const clock = useOfficeClock(hours)
  return (
    <p className="office-clock">
      {clock && `It is ${clock.time} there now, so we are ${clock.open ? 'open' : 'closed'}.`}
    </p>
  )
}
