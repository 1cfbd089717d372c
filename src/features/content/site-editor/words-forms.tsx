import { Line, Paragraph } from './fields.tsx'
import { HiddenNumber } from './firm-form.tsx'
import { ListField } from './list-field.tsx'

export function HomeForm() {
  return (
    <>
      <Paragraph required at="lead" label="Lead" hint="Below the tagline" />
      <div className="form-pair">
        <Line required at="primaryAction" label="First button" hint="Leads to the contact form" />
        <Line required at="secondaryAction" label="Second button" hint="Leads to the cases" />
      </div>
      <Line required at="servicesHeading" label="Heading of the services" />
      <Line required at="aboutHeading" label="Heading of About and the figures" />
      <Line required at="casesHeading" label="Heading of the case studies" />
      <Line required at="contactHeading" label="Heading of the contact form" />
      <Paragraph required at="contactIntro" label="Beside the contact form" />
    </>
  )
}

export function AboutForm() {
  return (
    <ListField<string>
      flat
      at="paragraphs"
      legend="Paragraphs"
      noun="paragraph"
      empty={() => ''}
      nameOf={(_, index) => `Paragraph ${index + 1}`}
    >
      {(path, index) => (
        <Paragraph rows={4} at={path} label={<HiddenNumber singular="Paragraph" index={index} />} />
      )}
    </ListField>
  )
}

export function NavigationForm() {
  return (
    <>
      <p className="text-ink-2">Labels in the header. Their order and targets are fixed.</p>
      <div className="form-pair">
        <Line required at="services" label="Services" />
        <Line required at="caseStudies" label="Case studies" />
        <Line required at="about" label="About" />
        <Line required at="contact" label="Contact" />
        <Line required at="chat" label="Chat" />
        <Line required at="consultation" label="Consultation" />
      </div>
    </>
  )
}
