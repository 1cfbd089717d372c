import { Line, NumberField, Paragraph } from './fields.tsx'
import { ListField } from './list-field.tsx'

export function FirmForm() {
  return (
    <>
      <div className="form-pair">
        <Line required at="name" label="Name" autoComplete="off" />
        <Line required at="legalName" label="Legal name" hint="In legal texts and the footer" />
      </div>
      <Line required at="tagline" label="Tagline" />
      <Paragraph
        required
        at="description"
        label="Description"
        hint="Shown in search results and shared links"
      />
      <NumberField
        optional
        at="founded"
        label="Founded"
        min={1800}
        max={new Date().getFullYear()}
      />
      <Line
        optional
        orNull
        at="recordName"
        label="Name on the printed record"
        hint="On the slip of the home page; the firm’s name if empty"
      />
      <ListField<string>
        flat
        at="keywords"
        legend="Keywords"
        noun="keyword"
        empty={() => ''}
        nameOf={(keyword) => keyword}
      >
        {(path, index) => (
          <Line at={path} label={<HiddenNumber singular="Keyword" index={index} />} />
        )}
      </ListField>
    </>
  )
}

/** A label that only screen readers need, because the list has a legend. */
export function HiddenNumber({ singular, index }: { singular: string; index: number }) {
  return (
    <span className="sr-only">
      {singular} {index + 1}
    </span>
  )
}
