import { useState } from 'react'
import type { SettingsSection } from '#contract/settings/document.ts'
import { settingsSections } from '#contract/settings/sections.ts'
import { settingsChanges } from '#features/content/site-settings/changes.ts'
import { reasonOf } from '#web/api/api-error.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { FormMessage } from '#web/ui/form-note.tsx'
import { TextField } from '#web/ui/labeled.tsx'
import { useShortcut } from '#web/ui/shortcuts.ts'
import type { DialogState } from '#web/ui/use-dialog.ts'
import { counted } from '#web/ui/words.ts'
import { ChangeList } from './change-list.tsx'
import { problemLine, sectionNames } from './section-words.ts'
import { usePublish } from './use-publish.ts'
import type { Problem, Site } from './use-site-draft.ts'

const maxNote = 200

/**
 * Lists the changes field by field and what blocks publishing. Ctrl+Enter or Cmd+Enter publishes.
 */
export function PublishDialog(props: DialogState & { site: Site }) {
  const { site, ...state } = props
  const changed = settingsSections.filter((section) => site.draft[section]?.value)
  const [left, setLeft] = useState<ReadonlySet<SettingsSection>>(new Set())
  const [note, setNote] = useState('')
  const chosen = changed.filter((section) => !left.has(section))
  const publishing = usePublish(state.onClose)
  const busy = publishing.isPending
  const blockers = site.problems.filter(({ level }) => level === 'blocker')
  const warnings = site.problems.filter(({ level }) => level === 'warning')
  function submit() {
    if (chosen.length === 0 || busy) return
    const sections = chosen.map((section) => ({
      section,
      revision: site.draft[section]?.revision ?? 1,
    }))
    publishing.mutate({ expectedVersion: site.version, sections, note: note.trim() })
  }
  // The shortcut also works while the heading has the focus, which is outside of the form.
  useShortcut({ keys: 'mod+enter', label: 'Publish', run: submit }, state.open)
  function toggle(section: SettingsSection) {
    const next = new Set(left)
    if (!next.delete(section)) next.add(section)
    setLeft(next)
  }
  return (
    <FormDialog
      {...state}
      size="md"
      initialFocus="heading"
      title="Publish"
      description={
        chosen.length === 0
          ? 'Choose at least one section'
          : `${counted(chosen.length, 'section')} at once`
      }
      id="publish-site"
      submitLabel="Publish"
      busy={busy}
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <div className="grid grid-cols-1 gap-4">
        {publishing.isError && (
          <FormMessage>{reasonOf(publishing.error, 'Failed to publish')}</FormMessage>
        )}
        <Problems title="These prevent publishing" problems={blockers} danger />
        <Problems title="Worth a look before you publish" problems={warnings} />
        {changed.map((section) => (
          <section key={section} aria-label={sectionNames[section]}>
            <Checkbox
              className="font-semibold"
              label={sectionNames[section]}
              checked={!left.has(section)}
              onChange={() => toggle(section)}
            />
            {!left.has(section) && (
              <ChangeList
                changes={settingsChanges(site.document[section], site.draft[section]?.value)}
                before="Before"
                after="After"
              />
            )}
          </section>
        ))}
        <TextField
          optional
          label="Note"
          hint="In the history"
          limit={maxNote}
          value={note}
          onChange={({ target }) => setNote(target.value)}
        />
      </div>
    </FormDialog>
  )
}

function Problems(props: { title: string; problems: Problem[]; danger?: boolean }) {
  if (props.problems.length === 0) return null
  return (
    <FormMessage tone={props.danger ? 'danger' : 'note'}>
      <p className="font-semibold">{props.title}</p>
      <ul>
        {props.problems.map(problemLine).map((line) => (
          <li key={line} className="wrap-anywhere">
            {line}
          </li>
        ))}
      </ul>
    </FormMessage>
  )
}
