import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { SettingsSection, SiteSettings } from '#contract/settings/document.ts'
import { changedSections } from '#features/content/site-settings/changes.ts'
import { siteSettings } from '#features/content/site-settings/contract.ts'
import { reasonOf } from '#web/api/api-error.ts'
import { query } from '#web/api/query.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Fieldset } from '#web/ui/field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { FormMessage } from '#web/ui/form-note.tsx'
import { Loaded } from '#web/ui/loaded.tsx'
import { Skeleton } from '#web/ui/loading.tsx'
import type { DialogState } from '#web/ui/use-dialog.ts'
import { nameOfSection } from '../site-editor/section-words.ts'
import { useRestore } from '../site-editor/use-publish.ts'

const documentOf = (document: unknown) => document as SiteSettings

/** Publishes all sections that differ from the live version, or some of them, as a new version. */
export function RestoreDialog(props: DialogState & { number: number; live: number }) {
  const { number, live, ...state } = props
  const old = useQuery(query(siteSettings.version, { number: String(number) }))
  const now = useQuery(query(siteSettings.version, { number: String(live) }))
  const [left, setLeft] = useState<ReadonlySet<SettingsSection>>(new Set())
  const restoring = useRestore(state.onClose)
  const isLoaded = old.data?.document && now.data?.document
  const differing = isLoaded
    ? changedSections(documentOf(now.data?.document), documentOf(old.data?.document))
    : undefined
  const chosen = (differing ?? []).filter((section) => !left.has(section))
  function toggle(section: SettingsSection) {
    const next = new Set(left)
    if (!next.delete(section)) next.add(section)
    setLeft(next)
  }
  return (
    <FormDialog
      {...state}
      size="sm"
      initialFocus="heading"
      title={`Restore version ${number}`}
      description="Its texts are published again as a new version. The history stays as it is."
      id="restore-version"
      submitLabel="Restore"
      busy={restoring.isPending}
      onSubmit={(event) => {
        event.preventDefault()
        if (chosen.length === 0) return
        const isAll = chosen.length === differing?.length
        restoring.mutate({
          number: String(number),
          expectedVersion: live,
          kind: 'restore',
          ...(!isAll && { sections: chosen }),
        })
      }}
    >
      {restoring.isError && (
        <FormMessage>{reasonOf(restoring.error, 'Failed to restore the version')}</FormMessage>
      )}
      <Loaded
        query={{
          data: differing,
          isError: old.isError || now.isError,
          isFetching: old.isFetching || now.isFetching,
          refetch: () => Promise.all([old.refetch(), now.refetch()]),
        }}
        message="Unable to load this version at this time."
        skeleton={<Skeleton className="h-16" />}
      >
        {(sections) =>
          sections.length === 0 ? (
            <p className="text-ink-2">It’s the same as the live version.</p>
          ) : (
            <Fieldset
              legend="Sections that differ"
              {...(chosen.length === 0 && { error: 'Choose at least one section' })}
            >
              {sections.map((section) => (
                <Checkbox
                  key={section}
                  label={nameOfSection(section)}
                  checked={!left.has(section)}
                  onChange={() => toggle(section)}
                />
              ))}
            </Fieldset>
          )
        }
      </Loaded>
    </FormDialog>
  )
}
