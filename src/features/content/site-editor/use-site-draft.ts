import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import { call, type Output } from '#contract/endpoint.ts'
import type { SettingsSection } from '#contract/settings/document.ts'
import { settingsSections } from '#contract/settings/sections.ts'
import { settingsChanges } from '#features/content/site-settings/changes.ts'
import { siteSettings } from '#features/content/site-settings/contract.ts'
import { browser } from '#web/api/browser.ts'
import { keyOf, query } from '#web/api/query.ts'
import { refetchAlways } from '#web/api/refetch-always.ts'
import { useUnsaved } from '#web/editing/use-draft.ts'
import { openSectionDraft, type SectionDraft, type SectionValue } from './use-section-draft.ts'

export type Site = Output<typeof siteSettings.show>
export type Problem = Site['problems'][number]
export type Drafts = Record<SettingsSection, SectionDraft>

export const useSite = () => useQuery({ ...query(siteSettings.show), ...refetchAlways })

/** The section as stored on the server. */
function savedSection({ document, draft }: Site, section: SettingsSection) {
  const { value, revision = 1 } = draft[section] ?? {}
  return { value: value ?? (document[section] as SectionValue), revision }
}

/** The editors of all sections. */
export function useDrafts(site: Site): Drafts {
  const client = useQueryClient()
  const [drafts] = useState(() => {
    const open = (section: SettingsSection) =>
      openSectionDraft(
        section,
        savedSection(site, section),
        (input) => call(browser, siteSettings.saveDraft, input, { keepalive: true }),
        // Other sections may have fewer or more problems now.
        () => void client.invalidateQueries({ queryKey: keyOf(siteSettings.show) }),
      )
    return Object.fromEntries(settingsSections.map((one) => [one, open(one)])) as Drafts
  })
  useEffect(() => {
    for (const section of settingsSections) drafts[section].accept(savedSection(site, section))
  }, [drafts, site])
  useEffect(() => {
    const retry = () => {
      for (const { store, save } of Object.values(drafts)) {
        if (store.get().saving === 'retrying') void save()
      }
    }
    addEventListener('online', retry)
    return () => {
      removeEventListener('online', retry)
      for (const { stop } of Object.values(drafts)) stop()
    }
  }, [drafts])
  return drafts
}

/** Anything but 'saved' makes leaving the page require confirmation. */
export function useSavingState(drafts: Drafts) {
  const all = Object.values(drafts)
  const state = useSyncExternalStore(
    (changed) => {
      const stops = all.map(({ store }) => store.subscribe(changed))
      return () => {
        for (const stop of stops) stop()
      }
    },
    () => {
      const states = all.map(({ store }) => store.get())
      if (states.some(({ conflict }) => conflict)) return 'conflict'
      const order = ['refused', 'retrying', 'saving', 'waiting'] as const
      return order.find((one) => states.some(({ saving }) => saving === one)) ?? 'saved'
    },
    () => 'saved' as const,
  )
  const save = useCallback(() => {
    for (const draft of Object.values(drafts)) void draft.save()
  }, [drafts])
  useUnsaved(state !== 'saved', save)
  return state
}

/** Whether the section, as typed, differs from what is published. */
export const isChanged = ({ document }: Site, section: SettingsSection, value: SectionValue) =>
  settingsChanges(document[section], value).length > 0
