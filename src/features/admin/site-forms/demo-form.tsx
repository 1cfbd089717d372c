import { useState } from 'react'
import { AlertDialog } from '#web/ui/alert-dialog.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { counted } from '#web/ui/words.ts'
import { DemoRecordsBlock } from '../demo-records/demo-records-block.tsx'
import { useSite } from '../site-editor/use-site-draft.ts'
import { Line } from './fields.tsx'
import { useAt } from './use-at.ts'

export function DemoForm() {
  const { value: shown, set } = useAt<boolean>('showDemoContent')
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Checkbox
        label="Show demo content"
        hint="Fictional cases, figures, notes and pages, each marked as demo, and the notice in the footer"
        checked={shown}
        onChange={({ target }) => (target.checked ? set(true) : setAsking(true))}
      />
      <Line required at="notice" label="Notice" hint="In the footer while demo content is shown" />
      <DemoRecordsBlock />
      <AlertDialog
        open={asking}
        onOpenChange={setAsking}
        title="Hide demo content?"
        description={<Gone />}
        confirmLabel="Hide Demo Content"
        sends={false}
        onConfirm={() => {
          set(false)
          setAsking(false)
        }}
      />
    </>
  )
}

/** By count, what leaves the site. */
function Gone() {
  const { data } = useSite()
  const { figures = 0, caseStudies = 0, notes = 0, pages = 0 } = data?.demoContent ?? {}
  const parts = [
    figures > 0 && counted(figures, 'demo figure'),
    caseStudies > 0 && counted(caseStudies, 'demo case study', 'demo case studies'),
    notes > 0 && counted(notes, 'demo note'),
    pages > 0 && counted(pages, 'demo page'),
    'the notice in the footer and every demo tag',
  ].filter(Boolean)
  return (
    <>
      Once this is published, these leave the site: {parts.join(', ')}. Phone and address are hidden
      while they are still the defaults. Services stay. You can undo it.
    </>
  )
}
