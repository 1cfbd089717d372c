import { Check, CircleAlert, PenLine } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { Link } from 'react-router'
import type { SettingsSection } from '#contract/settings/document.ts'
import { settingsSections } from '#contract/settings/sections.ts'
import { Icon } from '#web/ui/icon.tsx'
import { sectionNames } from './section-words.ts'
import { type Drafts, isChanged, type Site } from './use-site-draft.ts'

type SectionWord = 'Published' | 'Changed' | 'Problem'
export type SectionStates = Record<SettingsSection, SectionWord>

const marks = { Published: Check, Changed: PenLine, Problem: CircleAlert }

/** The state of each section as typed, whether saved or not. */
export function useSectionStates(site: Site, drafts: Drafts): SectionStates {
  const all = Object.values(drafts)
  const words = useSyncExternalStore(
    (changed) => {
      const stops = all.map(({ store }) => store.subscribe(changed))
      return () => {
        for (const stop of stops) stop()
      }
    },
    // Joined to a string, because a snapshot must be identical as long as nothing changes.
    () => settingsSections.map((section) => wordOf(site, drafts, section)).join(),
    () => '',
  )
  const each = words.split(',') as SectionWord[]
  return Object.fromEntries(
    settingsSections.map((section, index) => [section, each[index] ?? 'Published']),
  ) as SectionStates
}

function wordOf(site: Site, drafts: Drafts, section: SettingsSection): SectionWord {
  const { value, errors, failure, conflict } = drafts[section].store.get()
  const isBlocked = site.problems.some(
    (problem) => problem.section === section && problem.level === 'blocker',
  )
  if (isBlocked || conflict || failure || Object.keys(errors).length > 0) return 'Problem'
  return isChanged(site, section, value) ? 'Changed' : 'Published'
}

export function SectionList(props: { states: SectionStates; current: SettingsSection }) {
  return (
    <nav aria-label="Sections" className="site-sections">
      {settingsSections.map((section) => {
        const word = props.states[section]
        return (
          <Link
            key={section}
            to={`?section=${section}`}
            preventScrollReset
            aria-current={section === props.current ? 'page' : undefined}
            className="pane-row site-section-link"
          >
            <span>{sectionNames[section]}</span>
            <span className="site-word" data-word={word}>
              <Icon icon={marks[word]} size={16} />
              {word}
            </span>
          </Link>
        )
      })}
    </nav>
  )
}
