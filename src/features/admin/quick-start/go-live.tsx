import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { call } from '#contract/endpoint.ts'
import type { SettingsSection, SiteSettings } from '#contract/settings/document.ts'
import { settingsSections } from '#contract/settings/sections.ts'
import { trimmed } from '#contract/visible-text.ts'
import { siteSettings } from '#features/content/site-settings/contract.ts'
import { account } from '#features/identity/account/contract.ts'
import { auth } from '#features/identity/sign-in/contract.ts'
import { ApiError, reasonOf } from '#web/api/api-error.ts'
import { browser } from '#web/api/browser.ts'
import { keyOf, query } from '#web/api/query.ts'
import { useMutation } from '#web/api/use-mutation.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { FormMessage } from '#web/ui/form-note.tsx'
import { late } from '#web/ui/late.tsx'
import { showFailure } from '#web/ui/outcome.ts'
import { SaveButton } from '#web/ui/save-button.tsx'
import { useDialog } from '#web/ui/use-dialog.ts'
import { checklist } from '../checklist/contract.ts'
import { problemLine } from '../site-editor/section-words.ts'
import { usePublish } from '../site-editor/use-publish.ts'
import type { Site } from '../site-editor/use-site-draft.ts'
import { isAnswered, type Screen, type ScreenProps, sectionsOf } from './answers.ts'

const LatePreview = late(async () => (await import('../previews/preview-dialog.tsx')).PreviewDialog)

/** Screens and their answers by the fields that a save refuses. */
const screenOf: Partial<Record<SettingsSection, Screen>> = {
  firm: 'firm',
  about: 'firm',
  appearance: 'look',
  contact: 'reach',
  hours: 'reach',
}
const answerOf: Record<string, string> = {
  'value.paragraphs.0': 'about',
  'value.schedules.chat.week.0.opens': 'opens',
  'value.schedules.chat.week.0.closes': 'closes',
}

/** With all drafts in place. */
export const merged = ({ document, draft }: Site) =>
  Object.fromEntries(
    settingsSections.map((section) => [section, draft[section]?.value ?? document[section]]),
  ) as unknown as SiteSettings

class Refused extends Error {
  readonly section: SettingsSection
  readonly fields: Record<string, string>

  constructor(section: SettingsSection, fields: Record<string, string>) {
    super(`The section ${section} was refused`)
    this.section = section
    this.fields = fields
  }
}

async function saveName(client: QueryClient, displayName: string): Promise<void> {
  const profile = await call(browser, account.profile, {})
  if (profile.displayName === displayName) return
  const { revision } = profile
  await call(browser, account.saveProfile, { revision, displayName })
  await client.invalidateQueries({ queryKey: keyOf(auth.me) })
}

/** Saves the answers as drafts, lists what prevents publishing, and publishes them. */
export function GoLive(
  props: ScreenProps & {
    site: Site
    onRefused: (screen: Screen, errors: Record<string, string>) => void
    onBack: () => void
    onPublished: () => void
  },
) {
  const { answers, change, onRefused, onBack, onPublished } = props
  const client = useQueryClient()
  const navigate = useNavigate()
  const previewing = useDialog<true>()
  const [site, setSite] = useState<Site>()
  const latest = useRef(props.site)
  latest.current = site ?? props.site
  const publishing = usePublish(() => {
    onPublished()
    void client.invalidateQueries({ queryKey: keyOf(checklist.show) })
    void navigate('/admin')
  })
  const saving = useMutation({
    async mutationFn() {
      const before = merged(latest.current)
      for (const [name, value] of Object.entries(sectionsOf(answers, before))) {
        const section = name as SettingsSection
        const revision = latest.current.draft[section]?.revision ?? 1
        try {
          await call(browser, siteSettings.saveDraft, { section, revision, value })
        } catch (error) {
          if (!(error instanceof ApiError) || error.code !== 'invalid_input') throw error
          throw new Refused(section, error.fields ?? {})
        }
      }
      return client.fetchQuery({ ...query(siteSettings.show), staleTime: 0 })
    },
    onSuccess: setSite,
    onError(error) {
      void client.invalidateQueries({ queryKey: keyOf(siteSettings.show) })
      const screen = error instanceof Refused && screenOf[error.section]
      if (!screen || !(error instanceof Refused)) return
      const errors = Object.entries(error.fields).map(([path, message]) => [
        answerOf[path] ?? path.replace(/^value\./, ''),
        message,
      ])
      onRefused(screen, Object.fromEntries(errors))
    },
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: saved when shown, and by the checkbox.
  useEffect(() => saving.mutate(), [answers.hidesDemo])

  const changed = settingsSections.filter((section) => site?.draft[section]?.value)
  const blockers = site?.problems.filter(({ level }) => level === 'blocker') ?? []
  const warnings =
    site?.problems.filter(
      // Entries of the footer that lead to demo pages are left out by themselves.
      ({ level, section }) => level === 'warning' && section !== 'footer',
    ) ?? []
  const isReady = site !== undefined && !saving.isPending
  async function publish() {
    if (!isReady || publishing.isPending) return
    const sections = changed.map((section) => ({
      section,
      revision: site.draft[section]?.revision ?? 1,
    }))
    if (isAnswered(answers, 'you') && trimmed(answers.displayName)) {
      try {
        await saveName(client, trimmed(answers.displayName))
      } catch (error) {
        return showFailure(error, 'Failed to save your name')
      }
    }
    publishing.mutate({ expectedVersion: site.version, sections, note: 'Quick start' })
  }
  const answered = (screen: Screen, value: string | null) =>
    (isAnswered(answers, screen) && value) || ''
  const problem = publishing.error ?? (saving.error instanceof Refused ? null : saving.error)
  return (
    <form
      noValidate
      className="text-sm-density grid grid-cols-1 gap-5 p-5"
      onSubmit={(event) => {
        event.preventDefault()
        void publish()
      }}
    >
      {problem && (
        <FormMessage>
          <p>{reasonOf(problem, 'Failed to save what you typed')}</p>
          {saving.isError && (
            <Button className="mt-2" onClick={() => saving.mutate()}>
              Retry
            </Button>
          )}
        </FormMessage>
      )}
      <dl className="facts">
        <Fact name="Name" value={answered('firm', answers.name)} />
        <Fact name="Tagline" value={answered('firm', answers.tagline)} />
        <Fact name="Logo" value={answered('look', answers.logoId && 'Your own')} />
        <Fact name="Main colour" value={answered('look', answers.primary)} />
        <Fact name="Email" value={answered('reach', answers.email)} />
        <Fact name="Time zone" value={answered('reach', answers.timeZone)} />
        <Fact name="Your name" value={answered('you', answers.displayName)} />
      </dl>
      <Checkbox
        label="Hide demo content"
        hint="Fictional cases, figures and the demo notice disappear from the site. You can undo this."
        checked={answers.hidesDemo}
        onChange={({ target }) => !saving.isPending && change({ hidesDemo: target.checked })}
      />
      <div role="status">
        {blockers.length > 0 && (
          <FormMessage>
            <p className="font-semibold">These prevent publishing</p>
            <ul>
              {blockers.map(problemLine).map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
          </FormMessage>
        )}
        {warnings.length > 0 && (
          <FormMessage tone="note">
            <p className="font-semibold">Worth changing soon, under Site and Pages</p>
            <ul>
              {warnings.map(problemLine).map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
          </FormMessage>
        )}
        {isReady && changed.length === 0 && <p>Nothing has changed since the last publish.</p>}
      </div>
      <div className="flex flex-wrap gap-2">
        <Button onClick={onBack}>Back</Button>
        <Button
          className="ml-auto"
          aria-disabled={!isReady || undefined}
          onClick={({ currentTarget }) => isReady && previewing.show(true, currentTarget)}
        >
          Preview
        </Button>
        <SaveButton variant="primary" type="submit" busy={saving.isPending || publishing.isPending}>
          Publish
        </SaveButton>
      </div>
      {previewing.subject && <LatePreview key={previewing.opening} {...previewing.state} />}
    </form>
  )
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div className="min-w-0">
      <dt>{name}</dt>
      <dd dir="auto" className={value ? undefined : 'text-ink-2'}>
        {value || 'Unchanged'}
      </dd>
    </div>
  )
}
