import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call } from '#contract/endpoint.ts'
import { type Page, pages } from '#features/content/pages/contract.ts'
import { ApiError } from '#web/api/api-error.ts'
import { browser } from '#web/api/browser.ts'
import { keyOf, query } from '#web/api/query.ts'
import { refetchAlways } from '#web/api/refetch-always.ts'
import { useUnsaved } from '#web/editing/use-draft.ts'
import {
  openSectionDraft,
  type Saved,
  type SectionDraft,
  useSectionState,
} from '../site-editor/use-section-draft.ts'

/** Fields of the form. */
export type PageTexts = { title: string; slug: string; summary: string; body: string }

export type PageDraft = SectionDraft<'page'>

export const usePage = (id: string) => useQuery({ ...query(pages.show, { id }), ...refetchAlways })

const savedOf = ({ title, slug, summary, body, revision }: Page): Saved => ({
  value: { title, slug, summary, body },
  revision,
})

async function save(id: string, { revision, value }: Saved) {
  try {
    const page = await call(browser, pages.save, { id, revision, ...value }, { keepalive: true })
    return { ...savedOf(page), section: 'page' as const }
  } catch (error) {
    if (error instanceof ApiError && error.current) {
      Object.assign(error, { current: savedOf(error.current as Page) })
    }
    throw error
  }
}

/**
 * The text as typed. It saves itself, and asks for confirmation before the user leaves unsaved
 * text.
 */
export function usePageDraft(page: Page) {
  const { id } = page
  const client = useQueryClient()
  const [draft] = useState(() =>
    openSectionDraft(
      'page',
      savedOf(page),
      (input) => save(id, input),
      () => {
        void client.invalidateQueries({ queryKey: keyOf(pages.show, { id }) })
        void client.invalidateQueries({ queryKey: keyOf(pages.list) })
      },
    ),
  )
  const state = useSectionState(draft)
  useEffect(() => draft.accept(savedOf(page)), [draft, page])
  useEffect(() => {
    const retry = () => {
      if (draft.store.get().saving === 'retrying') void draft.save()
    }
    addEventListener('online', retry)
    return () => {
      removeEventListener('online', retry)
      draft.stop()
    }
  }, [draft])
  useUnsaved(state.saving !== 'saved' || state.conflict !== null, draft.save)
  return { draft, state, texts: state.value as PageTexts }
}

/** Refetches everything that shows the page. */
export function useRefreshPage(id: string) {
  const client = useQueryClient()
  return () =>
    Promise.all([
      client.invalidateQueries({ queryKey: keyOf(pages.show, { id }) }),
      client.invalidateQueries({ queryKey: keyOf(pages.versions) }),
      client.invalidateQueries({ queryKey: keyOf(pages.list) }),
    ])
}
