import { ChevronDown } from 'lucide-react'
import { brand } from '../../../brand.ts'
import { Icon } from '../../../web/ui/icon.tsx'
import './contact.css'
import { spokenHour } from '../../content/business-hours/office-hours.ts'
import { useOfficeClock } from '../../content/business-hours/use-office-clock.ts'
import { ContactForm } from './contact-form.tsx'

/** `chosen` preselects the form's subject; a new object preselects it again. */
export function ContactSection({ chosen }: { chosen?: { service: string } }) {
  const { hours } = brand
  return (
    <section id="contact" className="section" aria-labelledby="contact-heading">
      <div className="wrap">
        <h2 id="contact-heading" tabIndex={-1} className="h2">
          Tell us about one process
        </h2>
        <div className="contact-grid">
          <div>
            <p className="measure">
              A person replies within {brand.replyWithinHours} hours. Tell us what arrives, how much
              of it, and where it gets stuck; that is enough to begin.
            </p>
            <dl className="hours">
              {[hours.chat, hours.office].map((row) => (
                <div key={row.name}>
                  <dt>{row.name}</dt>
                  <dd>
                    {spokenHour(row.opens)} to {spokenHour(row.closes)} {hours.zoneName},{' '}
                    {hours.daysName}
                  </dd>
                </div>
              ))}
              <div>
                <dt>Email</dt>
                <dd>
                  <a className="link" href={`mailto:${brand.email}`}>
                    {brand.email}
                  </a>
                </dd>
              </div>
              <div>
                <dt>Phone</dt>
                <dd>
                  <a className="link" href={`tel:${brand.phone.replace(/[^+\d]/g, '')}`}>
                    {brand.phone}
                  </a>
                </dd>
              </div>
            </dl>
            <OfficeClock />
            <h3 className="h3 faq-heading">Asked before you asked</h3>
            <div className="rows faq">
              {brand.faq.map(({ question, answer }, index) => (
                <details key={question} open={index === 0}>
                  <summary>
                    <span>{question}</span>
                    <Icon icon={ChevronDown} size={20} />
                  </summary>
                  <p>{answer}</p>
                </details>
              ))}
            </div>
          </div>
          <ContactForm chosen={chosen} />
        </div>
      </div>
    </section>
  )
}

function OfficeClock() {
  const clock = useOfficeClock()
  return (
    <p className="office-clock">
      {clock && `It is ${clock.time} there now, so we are ${clock.open ? 'open' : 'closed'}.`}
    </p>
  )
}
