import type { gmail_v1 } from '@googleapis/gmail'
import { fitText } from '#contract/cut-text.ts'
import { filterScope } from '../connection/scopes.ts'
import type { GoogleSession } from '../connection/session.server.ts'
import { ifThere, type Made, type Service, type Work } from './step.server.ts'

const userId = 'me'

/** A slash would nest the label. */
const labelRootFor = (clientName: string) => fitText(clientName.replaceAll('/', '-'), 150)

const mailCategories = {
  inquiry: { label: 'Inquiry', words: ['inquiry', 'enquiry', 'question', 'quote'] },
  project_update: { label: 'Project update', words: ['update', 'milestone', 'progress', 'status'] },
  support: { label: 'Support', words: ['support', 'issue', 'problem', 'error', 'urgent'] },
  general: { label: 'General', words: [] },
} as const
type MailCategory = keyof typeof mailCategories

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
const maxFilters = 1000

const readLabels = async (session: GoogleSession) =>
  (await session.ask('gmail', (api) => api.users.labels.list({ userId }))).labels ?? []

async function makeLabels({ session, client, save }: Work, categories: readonly MailCategory[]) {
  const labels = await readLabels(session)
  const present = new Map(labels.map(({ name, id }) => [name?.toLowerCase(), id]))
  const root = labelRootFor(client.name)
  const wanted = [root, ...categories.map((one) => `${root}/${mailCategories[one].label}`)]
  const ids: Record<string, string> = {}
  for (const name of wanted) {
    const requestBody = { name, labelListVisibility: 'labelShow', messageListVisibility: 'show' }
    const create = () =>
      session.askOnce('gmail', (api) => api.users.labels.create({ userId, requestBody }))
    ids[name] = present.get(name.toLowerCase()) ?? (await create()).id ?? ''
    const resourceId = ids[root] ?? null
    await save({ state: 'created', step: 'labels', resourceId, details: { labels: ids } })
  }
  return { root, ids }
}

const keyOf = ({ criteria, action }: gmail_v1.Schema$Filter) =>
  [criteria?.from, criteria?.query, criteria?.negatedQuery, action?.addLabelIds?.[0]].join('\n')

/** Filters cannot be changed, so those for a previous address are removed. */
async function makeFilters(
  work: Work,
  categories: readonly MailCategory[],
  labelOf: (category: MailCategory) => string,
): Promise<string[]> {
  const { session, client, setup, save } = work
  const { filter: present = [] } = await session.ask('gmail', (api) =>
    api.users.settings.filters.list({ userId }),
  )
  const wanted = categories.map(
    (category): gmail_v1.Schema$Filter => ({
      criteria: criteriaOf(category, client.email),
      action: { addLabelIds: [labelOf(category)] },
    }),
  )
  const ids: string[] = []
  for (const filter of wanted) {
    const create = () =>
      session.askOnce('gmail', (api) =>
        api.users.settings.filters.create({ userId, requestBody: filter }),
      )
    const found = present.find((one) => keyOf(one) === keyOf(filter))
    if (!found && present.length + ids.length >= maxFilters) {
      return [`The mailbox is at Google's limit of ${maxFilters} filters: some weren’t made.`]
    }
    const { id } = found ?? (await create())
    if (id) ids.push(id)
    await save({ step: 'filters', details: { filters: ids } })
  }
  const before = Array.isArray(setup.details.filters) ? setup.details.filters.map(String) : []
  const old = before.filter((id) => !ids.includes(id))
  await removeFilters(session, old)
  return []
}

async function removeFilters(session: GoogleSession, ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    await ifThere(session.ask('gmail', (api) => api.users.settings.filters.delete({ userId, id })))
  }
}

const noFilters =
  'Labels were made without filters: Google wasn’t allowed to manage filters. Connect Gmail again with every box ticked to add them.'

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

export const gmail: Service = {
  plan: ({ name, email }) => ({
    creates: [
      `Label “${labelRootFor(name)}” with ${Object.values(mailCategories).length} labels below it`,
      `Filters that sort email from ${email} into them`,
    ],
    shares: [],
  }),
  gone: 'The label was deleted in Gmail. Set it up again to repair it.',
  async isThere(session, id) {
    return (await readLabels(session)).some((label) => label.id === id)
  },
  async remove(session, { details: { labels, filters } }) {
    if (Array.isArray(filters)) await removeFilters(session, filters.map(String))
    // Nested labels are deleted first.
    for (const id of Object.values((labels ?? {}) as Record<string, string>).reverse()) {
      await ifThere(session.ask('gmail', (api) => api.users.labels.delete({ userId, id })))
    }
  },
}
