import { Download, FileText, History } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useOutletContext, useSearchParams } from 'react-router'
import { settingsSections } from '#contract/settings/sections.ts'
import type { SessionUser } from '#features/identity/sign-in/contract.ts'
import { adminHead } from '#web/firm.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Select } from '#web/ui/inputs.tsx'
import { Loaded } from '#web/ui/loaded.tsx'
import { Skeleton } from '#web/ui/loading.tsx'
import { useShortcut } from '#web/ui/shortcuts.ts'
import UnknownPage from '#web/ui/unknown-page.tsx'
import { SectionList, useSectionStates } from './section-list.tsx'
import { SectionPanel } from './section-panel.tsx'
import { sectionNames } from './section-words.ts'
import { SiteBar } from './site-bar.tsx'
import { type Site, useDrafts, useSavingState, useSite } from './use-site-draft.ts'
import '#web/styles/records.css'
import './site.css'

export const meta = adminHead('Site')

export default function SitePage() {
  const user = useOutletContext<SessionUser>()
  return user.role === 'agent' ? <UnknownPage /> : <SiteSettingsView />
}

function SiteSettingsView() {
  const site = useSite()
  return (
    <>
      <div className="mb-6 flex flex-wrap items-center gap-3">
        <h1 className="h3">Site</h1>
        <p className="text-ink-2">
          {site.data ? `Version ${site.data.version} is live` : '\u00a0'}
        </p>
        <div className="ml-auto flex flex-wrap gap-2">
          <ButtonLink variant="quiet" icon={FileText} to="/admin/pages">
            Pages
          </ButtonLink>
          <ButtonLink variant="quiet" icon={Download} to="/admin/site/export">
            Export
          </ButtonLink>
          <ButtonLink variant="quiet" icon={History} to="/admin/site/history">
            History
          </ButtonLink>
        </div>
      </div>
      <Loaded
        query={{ ...site, isError: site.isError && !site.data }}
        message="Unable to load the settings at this time."
        skeleton={<SiteSkeleton />}
      >
        {(data) => <Editor site={data} />}
      </Loaded>
    </>
  )
}

function SiteSkeleton() {
  return (
    <div role="status" aria-label="Loading" className="site-layout">
      <div className="grid content-start gap-3">
        {settingsSections.map((section) => (
          <Skeleton key={section} className="h-6 w-3/4" />
        ))}
      </div>
      <div className="panel grid content-start gap-6 p-5">
        <Skeleton className="h-6 w-1/4" />
        <Skeleton className="h-9 w-full" />
        <Skeleton className="h-9 w-full" />
        <Skeleton className="h-24 w-full" />
      </div>
    </div>
  )
}

function Editor({ site }: { site: Site }) {
  const drafts = useDrafts(site)
  const saving = useSavingState(drafts)
  const states = useSectionStates(site, drafts)
  const [parameters, setParameters] = useSearchParams()
  const asked = parameters.get('section')
  const section = settingsSections.find((one) => one === asked) ?? 'firm'
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef(section)
  useEffect(() => {
    if (shown.current !== section) heading.current?.focus()
    shown.current = section
  }, [section])
  useShortcut({ keys: 'mod+s', label: 'Save the section', run: () => void drafts[section].save() })
  return (
    <>
      <div className="site-layout">
        <div className="site-choice">
          <Field label="Section">
            <Select
              value={section}
              onChange={({ target }) => setParameters({ section: target.value })}
            >
              {settingsSections.map((one) => (
                <option key={one} value={one}>
                  {`${sectionNames[one]} (${states[one].toLowerCase()})`}
                </option>
              ))}
            </Select>
          </Field>
        </div>
        <SectionList states={states} current={section} />
        <SectionPanel key={section} site={site} draft={drafts[section]} heading={heading} />
      </div>
      <SiteBar site={site} drafts={drafts} saving={saving} states={states} />
    </>
  )
}
