import { type RefObject, useMemo } from 'react'
import type { SettingsSection } from '#contract/settings/document.ts'
import { FormMessage } from '#web/ui/form-note.tsx'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { Skeleton } from '#web/ui/loading.tsx'
import { Time } from '#web/ui/time.tsx'
import { ConflictBox } from './conflict-box.tsx'
import { sectionNames } from './section-words.ts'
import { FormOfSection, fieldId } from './use-at.ts'
import { type SectionDraft, useSectionState } from './use-section-draft.ts'
import { isChanged, type Site } from './use-site-draft.ts'
import { Variables } from './variables.tsx'

const Placeholder = () => (
  <div role="status" aria-label="Loading" className="grid gap-5">
    <Skeleton className="h-9 w-full" />
    <Skeleton className="h-9 w-full" />
  </div>
)

const words = () => import('./words-forms.tsx')

const forms: Record<SettingsSection, ReturnType<typeof lazyComponent<object>>> = {
  firm: lazyComponent(async () => (await import('./firm-form.tsx')).FirmForm, Placeholder),
  appearance: lazyComponent(
    async () => (await import('./appearance-form.tsx')).AppearanceForm,
    Placeholder,
  ),
  home: lazyComponent(async () => (await words()).HomeForm, Placeholder),
  about: lazyComponent(async () => (await words()).AboutForm, Placeholder),
  statistics: lazyComponent(
    async () => (await import('./statistics-form.tsx')).StatisticsForm,
    Placeholder,
  ),
  faq: lazyComponent(async () => (await import('./faq-form.tsx')).FaqForm, Placeholder),
  contact: lazyComponent(async () => (await import('./contact-form.tsx')).ContactForm, Placeholder),
  hours: lazyComponent(async () => (await import('./hours-form.tsx')).HoursForm, Placeholder),
  navigation: lazyComponent(async () => (await words()).NavigationForm, Placeholder),
  footer: lazyComponent(async () => (await import('./footer-form.tsx')).FooterForm, Placeholder),
  announcement: lazyComponent(
    async () => (await import('./announcement-form.tsx')).AnnouncementForm,
    Placeholder,
  ),
  demo: lazyComponent(async () => (await import('./demo-form.tsx')).DemoForm, Placeholder),
}

const withVariables = new Set<SettingsSection>(['firm', 'home', 'about', 'statistics', 'faq'])

/** Environment variables by the field that they override. */
const environment: Record<string, string> = {
  'contact.replyWithinHours': 'REPLY_WITHIN',
  'contact.chatReplyWithinMinutes': 'CHAT_REPLY_WITHIN',
}

export function SectionPanel(props: {
  site: Site
  draft: SectionDraft
  heading: RefObject<HTMLHeadingElement | null>
}) {
  const { site, draft, heading } = props
  const { section } = draft
  const state = useSectionState(draft)
  const { value, errors, generation } = state
  const form = useMemo(() => {
    const at = (level: 'blocker' | 'warning') =>
      Object.fromEntries(
        site.problems
          .filter((problem) => problem.section === section && problem.level === level)
          .map(({ path, message }) => [path, message]),
      )
    const overridden = Object.fromEntries(
      site.overridden
        .filter((path) => path.startsWith(`${section}.`))
        .map((path) => [path.slice(section.length + 1), environment[path] ?? 'A setting']),
    )
    return { blockers: at('blocker'), warnings: at('warning'), overridden }
  }, [site, section])
  const Form = forms[section]
  return (
    <section className="panel min-w-0" aria-labelledby="site-section">
      <div className="panel-heading flex flex-wrap items-baseline gap-x-3">
        <h2 id="site-section" ref={heading} tabIndex={-1}>
          {sectionNames[section]}
        </h2>
        <LastChange site={site} section={section} isChanged={isChanged(site, section, value)} />
      </div>
      <div className="site-form text-sm-density">
        <ConflictBox draft={draft} state={state} />
        <Refused section={section} errors={errors} failure={state.failure} />
        <FormOfSection value={{ ...form, section, value, errors, change: draft.type }}>
          <Form key={generation} />
        </FormOfSection>
        {withVariables.has(section) && <Variables site={site} />}
      </div>
    </section>
  )
}

function LastChange(props: { site: Site; section: SettingsSection; isChanged: boolean }) {
  const { updatedBy, updatedAt } = props.site.draft[props.section] ?? {}
  if (!props.isChanged || !updatedBy || !updatedAt) return null
  return (
    <span className="small font-text font-normal tracking-normal text-ink-2">
      Draft changed by <bdi>{updatedBy.name}</bdi>, <Time value={updatedAt} format="datetime" />
    </span>
  )
}

/** The fields that keep the section from being saved. */
function Refused(props: {
  section: SettingsSection
  errors: Record<string, string>
  failure: string | null
}) {
  const { section, errors, failure } = props
  const marked = Object.entries(errors)
  if (failure) return <FormMessage>{failure}</FormMessage>
  if (marked.length === 0) return null
  return (
    <FormMessage>
      <p className="font-semibold">Not saved. Please check these fields</p>
      <ul>
        {marked.map(([path, message]) => (
          <li key={path}>
            <a
              className="underline"
              href={`#${fieldId(section, path)}`}
              onClick={(event) => {
                event.preventDefault()
                document.getElementById(fieldId(section, path))?.focus()
              }}
            >
              {message}
            </a>
          </li>
        ))}
      </ul>
    </FormMessage>
  )
}
