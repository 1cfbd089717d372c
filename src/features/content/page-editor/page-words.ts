import type { PageItem, PageKind, PageState } from '#features/content/pages/contract.ts'

export const kindWords: Record<PageKind, { tab: string; noun: string; add: string }> = {
  note: { tab: 'Notes', noun: 'note', add: 'Write a Note' },
  page: { tab: 'Pages', noun: 'page', add: 'Add a Page' },
  legal: { tab: 'Legal', noun: 'legal text', add: 'Add a Legal Text' },
}

export const kinds = Object.keys(kindWords) as PageKind[]

export const stateWords: Record<PageState, string> = {
  draft: 'Draft',
  scheduled: 'Scheduled',
  published: 'Published',
  withdrawn: 'Withdrawn',
  deleted: 'Deleted',
}

/** Returns, for example, 'Published, changes not yet'. */
export function stateLine({ state, changed }: Pick<PageItem, 'state' | 'changed'>): string {
  const isPublic = state === 'published' || state === 'scheduled'
  return isPublic && changed ? `${stateWords[state]}, changes not yet` : stateWords[state]
}
