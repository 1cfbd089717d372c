import { useEffect, useRef, useState } from 'react'
import { settingsChanges } from '#features/content/site-settings/changes.ts'
import { Button } from '#web/ui/button.tsx'
import { FormMessage } from '#web/ui/form-note.tsx'
import { ChangeList } from './change-list.tsx'
import type { SectionDraft, SectionState } from './use-section-draft.ts'

/** Shown when another save came first. The user decides what happens to the text typed here. */
export function ConflictBox(props: {
  draft: Pick<SectionDraft, 'adopt' | 'keepMine'>
  state: SectionState
}) {
  const { draft, state } = props
  const { conflict, value } = state
  const box = useRef<HTMLElement>(null)
  const [showsBoth, setShowsBoth] = useState(false)
  const isMet = conflict !== null
  useEffect(() => {
    if (isMet) box.current?.scrollIntoView({ block: 'nearest' })
    else setShowsBoth(false)
  }, [isMet])
  return (
    <div role="status">
      {conflict && (
        <section ref={box} className="site-conflict" aria-label="Conflicting changes">
          <FormMessage tone="note">
            <p className="font-semibold wrap-anywhere">{conflict.message}</p>
            <p>What you typed isn’t saved yet.</p>
            <div className="mt-2 flex flex-wrap gap-2">
              <Button aria-expanded={showsBoth} onClick={() => setShowsBoth(!showsBoth)}>
                Show Both
              </Button>
              <Button onClick={() => draft.adopt(conflict.theirs)}>Use Theirs</Button>
              <Button onClick={draft.keepMine}>Keep Mine</Button>
            </div>
            {showsBoth && (
              <div className="mt-3">
                <ChangeList
                  changes={settingsChanges(conflict.theirs.value, value)}
                  before="Theirs"
                  after="Yours"
                />
              </div>
            )}
          </FormMessage>
        </section>
      )}
    </div>
  )
}
