import type { SiteSettings } from '#contract/settings/document.ts'
import { Line, Paragraph } from './fields.tsx'
import { ListField } from './list-field.tsx'

type Item = SiteSettings['faq']['items'][number]

export function FaqForm() {
  return (
    <>
      <Line at="heading" label="Heading" />
      <ListField<Item>
        at="items"
        legend="Questions and answers"
        hint="Without questions, this block is hidden."
        noun="question"
        empty={() => ({ question: '', answer: '' })}
        nameOf={({ question }) => question}
      >
        {(path) => (
          <>
            <Line required at={`${path}.question`} label="Question" />
            <Paragraph
              required
              severalLines
              rows={5}
              at={`${path}.answer`}
              label="Answer"
              hint="A blank line starts a new paragraph"
            />
          </>
        )}
      </ListField>
    </>
  )
}
