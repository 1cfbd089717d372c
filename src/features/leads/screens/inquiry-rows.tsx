import { serviceTitle } from '#contract/service-options.ts'
import { useMay } from '#features/identity/sign-in/use-may.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Cell } from '#web/ui/table.tsx'
import { dayWords, Time } from '#web/ui/time.tsx'
import { ofAll } from '#web/ui/words.ts'
import { inquiries } from '../contract.ts'
import { type Lead, statusOf } from '../lead.ts'
import { InquiryStatusBadge } from './inquiry-status-badge.tsx'
import {
  badgeColumn,
  column,
  companyColumn,
  dateColumn,
  emailColumn,
  hiddenWhenNarrow,
  LeadCard,
  nameColumn,
  TextCell,
  textColumn,
  Waiting,
  waitingColumn,
} from './lead-cells.tsx'
import type { LeadView } from './lead-list.tsx'

export const inquiryView: LeadView = {
  kind: 'Inquiry',
  list: inquiries.list,
  subject: 'inquiries',
  countOf: (count, all) => `${ofAll(count, all)} ${(all ?? count) === 1 ? 'inquiry' : 'inquiries'}`,
  nouns: { one: 'inquiry', many: 'inquiries' },
  failed: 'Unable to load inquiries at this time.',
  empty: {
    title: 'No inquiries yet',
    children: 'Messages from the contact form and consultation requests appear here.',
  },
  caption: 'Messages received',
  label: 'Inquiries',
  heading: '#inquiries-heading',
  columns: ({ linkTo, onConvert }) => [
    nameColumn('Name', 136, linkTo),
    hiddenWhenNarrow(4, companyColumn(112)),
    hiddenWhenNarrow(2, emailColumn(166)),
    hiddenWhenNarrow(
      1,
      textColumn('service', 'Service', 124, ({ service }) => serviceTitle(service)),
    ),
    hiddenWhenNarrow(
      3,
      column('message', 'Message', 152, ({ message }) => <TextCell text={message} />, false),
    ),
    badgeColumn(100),
    waitingColumn(88),
    dateColumn(104),
    column(
      'actions',
      'Actions',
      168,
      (lead) => (
        <Cell>
          <ConvertButton lead={lead} onConvert={onConvert} />
        </Cell>
      ),
      false,
    ),
  ],
  card: (lead, { linkTo, onConvert }) => (
    <LeadCard
      lead={lead}
      linkTo={linkTo}
      aside={<InquiryStatusBadge status={lead.status} />}
      facts={[lead.company, serviceTitle(lead.service)]}
    >
      <p dir="auto" className="line-clamp-2">
        {lead.message}
      </p>
      <div className="mt-1 flex flex-wrap items-center gap-3">
        <Time value={lead.createdAt} className="small text-ink-2" />
        <span className="small mr-auto">
          <Waiting lead={lead} isWorded />
        </span>
        <ConvertButton lead={lead} onConvert={onConvert} />
      </div>
    </LeadCard>
  ),
}

function ConvertButton({ lead, onConvert }: { lead: Lead; onConvert: (lead: Lead) => void }) {
  const mayConvert = useMay('admin')
  if (lead.clientId) {
    return (
      <ButtonLink
        variant="quiet"
        className="text-link"
        to={`/admin/clients/${lead.clientId}`}
        aria-label={`View client of ${lead.name}, ${dayWords(lead.createdAt)}`}
      >
        View Client
      </ButtonLink>
    )
  }
  if (!mayConvert || statusOf(lead) !== 'new') return null
  return (
    <Button
      aria-label={`Convert to Client: ${lead.name}, ${dayWords(lead.createdAt)}`}
      onClick={() => onConvert(lead)}
    >
      Convert to Client
    </Button>
  )
}
