import { Link } from 'react-router'
import { AlertDialog } from '#web/ui/alert-dialog.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { useDialog } from '#web/ui/use-dialog.ts'
import { counted } from '#web/ui/words.ts'
import { fieldWords, sectionOf } from '../checklist/step-words.ts'
import { Line } from './fields.tsx'
import { useAt } from './use-at.ts'
import { useSite } from './use-site-draft.ts'

export function DemoForm() {
  const { value: shown, set } = useAt<boolean>('showDemoContent')
  const question = useDialog<true>()
  return (
    <>
      <Checkbox
        label="Show demo content"
        hint="Fictional cases, figures, notes and pages, each marked as demo, and the notice in the footer"
        checked={shown}
        onChange={({ target }) => (target.checked ? set(true) : question.show(true))}
      />
      <Line required at="notice" label="Notice" hint="In the footer while demo content is shown" />
      <Invented shown={shown} />
      <AlertDialog
        {...question.state}
        title="Hide demo content?"
        description={<Gone />}
        confirmLabel="Hide Demo Content"
        sends={false}
        onConfirm={() => {
          set(false)
          question.state.onClose()
        }}
      />
    </>
  )
}

/** What demo content there is and how much, with the place where each kind is changed. */
function useDemoContent(): { text: string; to: string }[] {
  const { data } = useSite()
  const { figures = 0, caseStudies = 0, notes = 0, pages = 0 } = data?.demoContent ?? {}
  return [
    figures > 0 && {
      text: counted(figures, 'demo figure'),
      to: '/admin/site?section=statistics',
    },
    caseStudies > 0 && {
      text: counted(caseStudies, 'demo case study', 'demo case studies'),
      to: '/admin?tab=case-studies',
    },
    notes > 0 && { text: counted(notes, 'demo note'), to: '/admin/pages' },
    pages > 0 && { text: counted(pages, 'demo page'), to: '/admin/pages?kind=page' },
  ].filter((entry) => entry !== false)
}

/** Default values of the firm and its contact details, which stay when demo content is hidden. */
function useDefaultFields(): { text: string; to: string }[] {
  const { data } = useSite()
  const places = Map.groupBy(data?.demoContent.fields ?? [], sectionOf)
  return [...places].map(([to, fields]) => {
    const words = fields.map((field) => fieldWords[field]).join(', ')
    return { text: words.charAt(0).toUpperCase() + words.slice(1), to }
  })
}

function Invented({ shown }: { shown: boolean }) {
  const [marked, fields] = [useDemoContent(), useDefaultFields()]
  const content = [...(shown ? marked : []), ...fields]
  if (content.length === 0) return null
  return (
    <div>
      <h3 className="field-label">Invented, until you publish a change</h3>
      <ul className="mt-1 grid list-disc gap-2 ps-5">
        {content.map(({ text, to }) => (
          <li key={to}>
            <Link className="link" to={to}>
              {text}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}

function Gone() {
  const parts = useDemoContent().map(({ text }) => text)
  return (
    <>
      Once this is published, these leave the site:{' '}
      {[...parts, 'the notice in the footer and every demo tag'].join(', ')}. Phone and address are
      hidden while they are still the defaults. Services stay. You can undo it.
    </>
  )
}
