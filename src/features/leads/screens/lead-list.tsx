import { RefreshCw } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import { inquiryStatuses } from '#contract/vocabulary.ts'
import { useMay } from '#features/identity/sign-in/use-may.ts'
import { fileAddress } from '#web/api/upload.ts'
import { exportItem } from '#web/editing/export-item.ts'
import { Button } from '#web/ui/button.tsx'
import { type Column, DataList } from '#web/ui/data-list.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { useLazyCode } from '#web/ui/lazy-code.tsx'
import { ListToolbar } from '#web/ui/list-toolbar.tsx'
import { Loaded } from '#web/ui/loaded.tsx'
import { showFailure } from '#web/ui/outcome.ts'
import { RowMenu } from '#web/ui/row-menu.tsx'
import { SelectMode, useSelection } from '#web/ui/selection.tsx'
import { useDialog } from '#web/ui/use-dialog.ts'
import { useOpenings } from '#web/ui/use-openings.ts'
import { capital } from '#web/ui/words.ts'
import { inquiries } from '../contract.ts'
import { type Lead, type LeadKind, statusOf } from '../lead.ts'
import { Arrivals } from './arrivals.tsx'
import { LeadSkeleton, type LinkTo } from './lead-cells.tsx'
import './leads.css'
import { LeadSelection } from './lead-selection.tsx'
import { useHeldArrivals } from './use-arrivals.ts'
import { type LeadFilter, useLeadFilter } from './use-lead-filter.ts'
import { type LeadEndpoint, useLead, useLeadCount, useLeadPages } from './use-leads.ts'

export type RowActions = { linkTo: LinkTo; onConvert: (lead: Lead) => void }

/** Describes how one kind of lead is listed. */
export type LeadView = {
  kind: LeadKind
  list: LeadEndpoint
  /** The plural noun. */
  subject: 'inquiries' | 'consultations'
  /** @param all the number of all leads, set if a search or filter shows only some. */
  countOf: (count: number, all?: number) => string
  nouns: { one: string; many: string }
  failed: string
  empty: { title: string; children: string }
  /** The accessible name of the table on wide screens. */
  caption: string
  /** The accessible name of the list on narrow screens. */
  label: string
  /** Selector of the heading of the list, if it is not that of the page. */
  heading?: string
  /** The list is a page of its own, in its own panels. */
  isPage?: boolean
  columns: (actions: RowActions) => Column<Lead>[]
  card: (lead: Lead, actions: RowActions) => ReactNode
}

const loadDialogs = () => import('./lead-dialogs.tsx').then(({ LeadDialogs }) => LeadDialogs)

function showNotLoaded(): void {
  showFailure(null, 'This couldn’t be loaded. Open it again.')
}

/** Pages of leads with search, filter, sorting and dialogs. */
export function LeadList({ view }: { view: LeadView }) {
  const filter = useLeadFilter()
  const { search, status, sort, opened } = filter
  const wanted = { ...(search && { search }), ...(status && { status }) }
  const found = useLeadPages(view.list, { ...wanted, ...(sort !== '-date' && { sort }) })
  const which = view.kind === 'Consultation' ? { consultations: 'true' as const } : {}
  const counted = useLeadCount({ ...wanted, ...which })
  const all = useLeadCount(which).data?.total
  const converting = useDialog<Lead>()
  const mayConvert = useMay('admin')
  const lead = useLead(opened.openId)
  const isOpen = converting.state.open || lead !== undefined
  const late = { wanted: true, open: isOpen, count: useOpenings(isOpen) }
  const { code: Dialogs } = useLazyCode(loadDialogs, late, showNotLoaded)
  const { linkTo } = opened
  const { show } = converting
  const actions = { linkTo, onConvert: show }
  const columns = useMemo(() => view.columns({ linkTo, onConvert: show }), [view, linkTo, show])
  // A changed status takes effect before the list is fetched again.
  const { shown: leads, held } = useHeldArrivals(
    useMemo(
      () => found.data?.filter((lead) => !status || statusOf(lead) === status),
      [found.data, status],
    ),
    view.kind,
  )
  const selection = useSelection(leads, JSON.stringify(wanted))
  // The whole first page may be held back.
  const isLonger = found.isPlaceholderData || found.paging.pages > 1
  const isEmpty = leads?.length === 0 && !isLonger
  const total = isEmpty ? 0 : (counted.data?.total ?? 0)

  const toolbar = (
    <ListToolbar
      fields="name, company or message"
      {...filter}
      subject={view.subject}
      statuses={inquiryStatuses}
      count={leads && counted.data ? view.countOf(total, search || status ? all : undefined) : ''}
    >
      {filter.isActive && !isEmpty && (
        <Button variant="quiet" onClick={filter.clear}>
          Clear Filters
        </Button>
      )}
      <SelectMode selection={selection} />
      <Button
        icon={RefreshCw}
        className="ml-auto"
        busy={found.isRefetching && !found.isPlaceholderData}
        onClick={() => void Promise.all([found.refetch(), counted.refetch()])}
      >
        <span className="max-sm:sr-only">Refresh</span>
      </Button>
      {mayConvert && (
        <RowMenu
          label={`Export ${view.subject}`}
          items={[
            exportItem(
              `Export ${view.subject} (CSV)`,
              fileAddress(inquiries.export, { ...wanted, ...which }),
            ),
          ]}
        />
      )}
    </ListToolbar>
  )
  const content = (
    <>
      <Loaded query={found} className="m-5" message={view.failed} skeleton={<LeadSkeleton />}>
        {() => isEmpty && <NoLeads view={view} filter={filter} />}
      </Loaded>
      {leads && !isEmpty && (
        <DataList
          rows={leads}
          total={total}
          caption={view.caption}
          label={view.label}
          columns={columns}
          card={(lead) => view.card(lead, actions)}
          selection={selection}
          order={filter.order}
          filter={JSON.stringify(wanted)}
          onOrder={filter.sortBy}
          busy={found.isPlaceholderData}
          paging={found.paging}
          heading={view.heading}
        />
      )}
      {leads && <LeadSelection selection={selection} nouns={view.nouns} />}
    </>
  )
  return (
    <>
      {view.isPage ? <div className="panel mb-5">{toolbar}</div> : toolbar}
      <Arrivals held={held} list={view.kind} />
      {view.isPage ? <div className="panel panel-cut">{content}</div> : content}
      {Dialogs && (
        <Dialogs
          kind={view.kind}
          lead={lead}
          converting={converting}
          mayConvert={mayConvert}
          onConverted={() => opened.openId && opened.close()}
          onClose={opened.close}
        />
      )}
    </>
  )
}

function NoLeads({ view, filter }: { view: LeadView; filter: LeadFilter }) {
  const { search, status, clear } = filter
  const headingLevel = view.isPage ? 2 : 3
  if (!search && !status) return <EmptyState headingLevel={headingLevel} {...view.empty} />
  const title = [
    `No ${view.subject}`,
    search && `match '${search}'`,
    status && `${search ? 'with' : 'have'} the status ${capital(status)}`,
  ]
  return (
    <EmptyState
      headingLevel={headingLevel}
      title={<span>{title.filter(Boolean).join(' ')}</span>}
      action={<Button onClick={clear}>Clear Filters</Button>}
    >
      The search looks at name, email, company, message and number.
    </EmptyState>
  )
}
