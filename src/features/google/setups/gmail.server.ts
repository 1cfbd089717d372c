import type { gmail_v1 } from '@googleapis/gmail'
import { filterScope } from '../connection/scopes.ts'
import type { GoogleSession } from '../connection/session.server.ts'
import { openGmail } from './interfaces.server.ts'
import { ifThere, type Made, type Work } from './step.server.ts'

const userId = 'me'

/** A slash would nest the label. */
export const labelRootFor = (clientName: string) => clientName.replaceAll('/', '-').slice(0, 150)

export const mailCategories = {
  inquiry: { label: 'Inquiry', words: ['inquiry', 'enquiry', 'question', 'quote'] },
  project_update: { label: 'Project update', words: ['update', 'milestone', 'progress', 'status'] },
  support: { label: 'Support', words: ['support', 'issue', 'problem', 'error', 'urgent'] },
  general: { label: 'General', words: [] },
} as const
export type MailCategory = keyof typeof mailCategories

const subjectHas = (words: readonly string[]) => `subject:(${words.join(' OR ')})`

function criteriaOf(category: MailCategory, from: string): gmail_v1.Schema$FilterCriteria {
  const { words } = mailCategories[category]
  if (words.length > 0) return { from, query: subjectHas(words) }
  const others = Object.values(mailCategories).flatMap((one) =>
    one.words.length > 0 ? [subjectHas(one.words)] : [],
  )
  return { from, negatedQuery: others.join(' OR ') }
}

/** Google's limit per mailbox (Gmail API, filter settings). */
const mostFilters = 1000

async function makeLabels({ session, client, save }: Work, categories: readonly MailCategory[]) {
  const api = await openGmail(session)
  const { labels = [] } = await session.ask<gmail_v1.Schema$ListLabelsResponse>(
    () => api.users.labels.list({ userId }),
    'repeatable',
  )
  const known = new Map(labels.map(({ name, id }) => [name?.toLowerCase(), id ?? '']))
  const root = labelRootFor(client.name)
  const wanted = [root, ...categories.map((one) => `${root}/${mailCategories[one].label}`)]
  const ids: Record<string, string> = {}
  for (const name of wanted) {
    const found = known.get(name.toLowerCase())
    const made = found
      ? { id: found }
      : await session.ask<gmail_v1.Schema$Label>(
          () =>
            api.users.labels.create({
              userId,
              requestBody: {
                name,
                labelListVisibility: 'labelShow',
                messageListVisibility: 'show',
              },
            }),
          'once',
        )
    ids[name] = made.id ?? ''
    await save({
      state: 'created',
      step: 'labels',
      resourceId: ids[root] ?? null,
      details: { labels: ids },
    })
  }
  return { root, ids }
}

const sameFilter = (a: gmail_v1.Schema$Filter, b: gmail_v1.Schema$Filter) =>
  a.criteria?.from === b.criteria?.from &&
  a.criteria?.query === b.criteria?.query &&
  a.criteria?.negatedQuery === b.criteria?.negatedQuery &&
  a.action?.addLabelIds?.[0] === b.action?.addLabelIds?.[0]

/** Filters cannot be changed, so those for a previous address are removed. */
async function makeFilters(
  work: Work,
  categories: readonly MailCategory[],
  labelOf: (category: MailCategory) => string,
): Promise<string[]> {
  const { session, client, setup, save } = work
  const api = await openGmail(session)
  const listed = await session.ask<gmail_v1.Schema$ListFiltersResponse>(
    () => api.users.settings.filters.list({ userId }),
    'repeatable',
  )
  const present = listed.filter ?? []
  const wanted = categories.map(
    (category): gmail_v1.Schema$Filter => ({
      criteria: criteriaOf(category, client.email),
      action: { addLabelIds: [labelOf(category)] },
    }),
  )
  const ids: string[] = []
  for (const filter of wanted) {
    const found = present.find((one) => sameFilter(one, filter))
    if (!found && present.length + ids.length >= mostFilters) {
      return [`The mailbox is at Google's limit of ${mostFilters} filters: some were not made.`]
    }
    const made =
      found ??
      (await session.ask<gmail_v1.Schema$Filter>(
        () => api.users.settings.filters.create({ userId, requestBody: filter }),
        'once',
      ))
    if (made.id) ids.push(made.id)
    await save({ step: 'filters', details: { filters: ids } })
  }
  const before = Array.isArray(setup.details.filters) ? setup.details.filters.map(String) : []
  await removeFilters(
    session,
    before.filter((id) => !ids.includes(id)),
  )
  return []
}

async function removeFilters(session: GoogleSession, ids: readonly string[]): Promise<void> {
  const api = await openGmail(session)
  for (const id of ids) {
    await ifThere(
      session.ask(() => api.users.settings.filters.delete({ userId, id }), 'repeatable'),
    )
  }
}

const noFilters =
  'Labels were made without filters: Google was not allowed to manage filters. Connect Gmail again with every box ticked to add them.'

export function setUpGmail(categories: readonly MailCategory[]) {
  return async (work: Work): Promise<Made> => {
    const { root, ids } = await makeLabels(work, categories)
    const labelOf = (category: MailCategory) =>
      ids[`${root}/${mailCategories[category].label}`] ?? ''
    const mayFilter = work.session.grant.scopes.includes(filterScope)
    const warnings = mayFilter ? await makeFilters(work, categories, labelOf) : [noFilters]
    return {
      resourceId: ids[root] ?? '',
      url: `https://mail.google.com/mail/u/0/#label/${encodeURIComponent(root)}`,
      sharedWith: [],
      warnings,
    }
  }
}

export async function removeMailSetup(
  session: GoogleSession,
  details: Record<string, unknown>,
): Promise<void> {
  const { labels, filters } = details
  if (Array.isArray(filters)) await removeFilters(session, filters.map(String))
  const api = await openGmail(session)
  // Nested labels first.
  const ids = Object.values((labels ?? {}) as Record<string, string>).reverse()
  for (const id of ids) {
    await ifThere(session.ask(() => api.users.labels.delete({ userId, id }), 'repeatable'))
  }
}

export async function isLabelThere(session: GoogleSession, id: string): Promise<boolean> {
  const api = await openGmail(session)
  const { labels = [] } = await session.ask<gmail_v1.Schema$ListLabelsResponse>(
    () => api.users.labels.list({ userId }),
    'repeatable',
  )
  return labels.some((label) => label.id === id)
}
