import { RefreshCw } from 'lucide-react'
import { type ReactNode, useMemo, useState } from 'react'
import { inquiryStatuses } from '../../../contract/vocabulary.ts'
import { useTables } from '../../../web/ui/browser-state.ts'
import { Button } from '../../../web/ui/button.tsx'
import { EmptyState } from '../../../web/ui/empty-state.tsx'
import { ErrorState } from '../../../web/ui/error-state.tsx'
import { Field } from '../../../web/ui/field.tsx'
import { Select, TextInput } from '../../../web/ui/inputs.tsx'
import { ShowMore } from '../../../web/ui/show-more.tsx'
import { VirtualList } from '../../../web/ui/virtual-list.tsx'
import { type Column, VirtualTable } from '../../../web/ui/virtual-table.tsx'
import { useMay } from '../../identity/sign-in/use-may.ts'
import { ConvertDialog } from '../conversion/convert-dialog.tsx'
import { type Lead, type LeadKind, statusOf } from '../list/lead.ts'
import type { LinkTo } from '../list/lead-cells.tsx'
import { LeadDetails } from '../list/lead-details.tsx'
import { LeadSkeleton } from '../list/lead-skeleton.tsx'
import '../list/leads.css'
import { statusLabels } from '../list/status-select.tsx'
import { type LeadFilter, useLeadFilter } from '../list/use-lead-filter.ts'
import { type LeadEndpoint, useLead, useLeadCount, useLeads } from '../list/use-leads.ts'

export type RowActions = { linkTo: LinkTo; onConvert: (lead: Lead) => void }

/** How one kind of lead is listed. */
export type LeadView = {
  kind: LeadKind
  list: LeadEndpoint
  /** Plural noun. */
  subject: 'inquiries' | 'consultations'
  countOf: (total: number) => string
  failed: string
  empty: { title: string; children: string }
  /** Name of the table on wide screens. */
  caption: string
  /** Name of the list on narrow screens. */
  label: string
  /** The list is a page of its own, in panels of its own. */
  isPage?: boolean
  /** Estimates in CSS pixels. */
  rowHeight: number
  cardHeight: number
  columns: (actions: RowActions) => Column<Lead>[]
  card: (lead: Lead, actions: RowActions) => ReactNode
}

/** Leads with search, filter, order and dialogs; pages load while scrolling. */
export function LeadList({ view }: { view: LeadView }) {
  const filter = useLeadFilter()
  const { search, status, sort, opened } = filter
  const wanted = { ...(search && { search }), ...(status && { status }) }
  const found = useLeads(view.list, { ...wanted, ...(sort !== '-date' && { sort }) })
  const counted = useLeadCount({
    ...wanted,
    ...(view.kind === 'Consultation' && { consultations: 'true' }),
  })
  const [converting, setConverting] = useState<Lead | null>(null)
  const isWide = useTables()
  const actions = { linkTo: opened.linkTo, onConvert: setConverting }
  // A changed status takes effect before the list is read again.
  const leads = useMemo(
    () => found.leads?.filter((lead) => !status || statusOf(lead) === status),
    [found.leads, status],
  )
  const total = counted.data?.total ?? 0
  const isEmpty = leads?.length === 0 && !found.isPlaceholderData
  const level = view.isPage ? 2 : 3
  const rows = {
    rows: leads ?? [],
    total,
    keyOf: ({ id }: Lead) => id,
  }
  const more = <ShowMore pages={found} />

  const toolbar = (
    <LeadToolbar
      filter={filter}
      subject={view.subject}
      count={leads && counted.data ? view.countOf(isEmpty ? 0 : total) : ''}
      isEmpty={isEmpty}
      refreshing={found.isRefetching && !found.isPlaceholderData}
      onRefresh={() => void Promise.all([found.refetch(), counted.refetch()])}
    />
  )
  const content = (
    <>
      {found.isPending && <LeadSkeleton />}
      {found.isError && !leads && (
        <ErrorState
          className="m-5"
          message={view.failed}
          onRetry={found.refetch}
          retrying={found.isFetching}
        />
      )}
      {isEmpty && !search && !status && <EmptyState headingLevel={level} {...view.empty} />}
      {isEmpty && (search || status) && (
        <NothingFound filter={filter} subject={view.subject} headingLevel={level} />
      )}
      {leads && leads.length > 0 && isWide && (
        <VirtualTable
          {...rows}
          caption={view.caption}
          columns={view.columns(actions)}
          rowHeight={view.rowHeight}
          order={filter.order}
          onOrder={filter.sortBy}
          footer={more}
        />
      )}
      {leads && leads.length > 0 && !isWide && (
        <>
          <VirtualList {...rows} label={view.label} height={view.cardHeight}>
            {(lead) => view.card(lead, actions)}
          </VirtualList>
          {more}
        </>
      )}
    </>
  )
  return (
    <>
      {view.isPage ? <div className="panel mb-5">{toolbar}</div> : toolbar}
      {view.isPage ? <div className="panel panel-cut">{content}</div> : content}
      {converting ? (
        <ConvertDialog
          key={converting.id}
          lead={converting}
          kind={view.kind}
          onClose={() => {
            setConverting(null)
            if (opened.openId) opened.close()
          }}
        />
      ) : (
        <OpenLead kind={view.kind} filter={filter} onConvert={setConverting} />
      )}
    </>
  )
}

function OpenLead({
  kind,
  filter: { opened },
  onConvert,
}: {
  kind: LeadKind
  filter: LeadFilter
  onConvert: (lead: Lead) => void
}) {
  const mayConvert = useMay('admin')
  const lead = useLead(opened.openId)
  if (!lead) return null
  return (
    <LeadDetails
      lead={lead}
      kind={kind}
      onClose={opened.close}
      onConvert={mayConvert ? () => onConvert(lead) : undefined}
    />
  )
}

function NothingFound({
  filter: { search, status, clear },
  subject,
  headingLevel,
}: {
  filter: LeadFilter
  subject: string
  headingLevel: 2 | 3
}) {
  const title = [
    `No ${subject}`,
    search && `match '${search}'`,
    status && `${search ? 'with' : 'have'} the status ${statusLabels[status]}`,
  ]
  return (
    <EmptyState
      headingLevel={headingLevel}
      title={<span>{title.filter(Boolean).join(' ')}</span>}
      action={<Button onClick={clear}>Clear filters</Button>}
    >
      The search looks at name, email and company.
    </EmptyState>
  )
}

/** Screen readers announce changes of the count. */
function LeadToolbar({
  filter,
  count,
  subject,
  isEmpty,
  refreshing,
  onRefresh,
}: {
  filter: LeadFilter
  /** Number of matches in words; empty while loading. */
  count: string
  subject: string
  /** No matches: the empty state has the button to clear the filter instead. */
  isEmpty: boolean
  refreshing: boolean
  onRefresh: () => void
}) {
  return (
    <search className="lead-toolbar" aria-label={`Filter ${subject}`}>
      <Field label={`Search ${subject}`} hideLabel className="lead-search">
        <TextInput
          type="search"
          value={filter.text}
          maxLength={200}
          placeholder="Search name, email or company…"
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => filter.setText(event.currentTarget.value)}
        />
      </Field>
      <Field label="Filter by status" hideLabel className="lead-status">
        <Select
          value={filter.status ?? 'all'}
          onChange={(event) => filter.setStatus(event.currentTarget.value)}
        >
          <option value="all">All statuses</option>
          {inquiryStatuses.map((value) => (
            <option key={value} value={value}>
              {statusLabels[value]}
            </option>
          ))}
        </Select>
      </Field>
      <p role="status" className="text-ink-2 tabular-nums">
        {count}
      </p>
      {filter.isActive && !isEmpty && (
        <Button variant="quiet" onClick={filter.clear}>
          Clear filters
        </Button>
      )}
      <Button icon={RefreshCw} className="ml-auto" busy={refreshing} onClick={onRefresh}>
        <span className="max-sm:sr-only">Refresh</span>
      </Button>
    </search>
  )
}
