import { brand } from '../../../brand.ts'

/** `by` is the workflow or a person. */
type RecordLine = {
  at: string
  text: string
  by?: { kind: 'workflow' | 'person'; name: string }
}

export type Stop = { name: string; note: string }

/** The path of one document: five stops on the main line and one, `person`, on a branch. */
export type RunScript = {
  id: string
  label: string
  arrives: Stop
  read: Stop
  checked: Stop
  routed: Stop
  person: Stop
  filed: Stop
}

/** Five lines, because the animation prints one for each stop of its document. */
export type PrintedRecord = { title: string; lines: RecordLine[] }

export type RecordedRun = RunScript & { record: PrintedRecord }

const workflow = { kind: 'workflow', name: 'workflow' } as const
const person = (name: string) => ({ kind: 'person', name }) as const

export const invoiceRun: RecordedRun = {
  id: 'invoice',
  label: 'Invoice',
  arrives: { name: 'Arrives', note: 'email, scan or upload' },
  read: { name: 'Read', note: '14 fields, each with a confidence' },
  checked: { name: 'Checked', note: 'against order and supplier' },
  routed: { name: 'Routed', note: 'certain goes on' },
  person: { name: 'A person decides', note: 'the rest, with the reason' },
  filed: { name: 'Filed', note: 'with a counterfoil' },
  record: {
    title: `${brand.recordName} for invoice 20931`,
    lines: [
      { at: '9:14:02', text: 'Received by email from Haldane Paper' },
      { at: '9:14:03', text: '14 fields read, lowest confidence 96%', by: workflow },
      { at: '9:14:04', text: 'Total is $40 over order 3381', by: workflow },
      { at: '9:31:50', text: 'Approved: freight added late', by: person('M. Osei') },
      { at: '9:31:51', text: 'Filed and scheduled for payment' },
    ],
  },
}

export const heroRuns: RecordedRun[] = [
  invoiceRun,
  {
    id: 'email',
    label: 'Support email',
    arrives: { name: 'Arrives', note: 'in the shared inbox' },
    read: { name: 'Read', note: 'topic, account and urgency' },
    checked: { name: 'Checked', note: 'against your policies' },
    routed: { name: 'Routed', note: 'known answers go out' },
    person: { name: 'A person decides', note: 'the rest, with a draft' },
    filed: { name: 'Answered', note: 'source attached' },
    record: {
      title: `${brand.recordName} for email 7714`,
      lines: [
        { at: '10:02:11', text: 'Received in the support inbox' },
        { at: '10:02:12', text: 'Asks for a refund on order 5520', by: workflow },
        { at: '10:02:13', text: 'Two days outside the policy', by: workflow },
        { at: '10:09:40', text: 'Refund granted, draft edited', by: person('J. Lindqvist') },
        { at: '10:09:41', text: 'Sent, and added to the ticket' },
      ],
    },
  },
  {
    id: 'contract',
    label: 'Contract',
    arrives: { name: 'Arrives', note: 'as a PDF or a scan' },
    read: { name: 'Read', note: '42 clauses and every date' },
    checked: { name: 'Checked', note: 'against your standard terms' },
    routed: { name: 'Routed', note: 'standard terms pass' },
    person: { name: 'A person decides', note: 'on every departure' },
    filed: { name: 'Filed', note: 'renewal date noted' },
    record: {
      title: `${brand.recordName} for contract 318`,
      lines: [
        { at: '2:40:05', text: 'Uploaded by purchasing' },
        { at: '2:40:19', text: '42 clauses read, 41 are standard', by: workflow },
        { at: '2:40:20', text: 'Liability cap differs from your terms', by: workflow },
        { at: '4:15:32', text: 'Accepted until the renewal', by: person('R. Adeyemi') },
        { at: '4:15:33', text: 'Filed, reminder set for March 1' },
      ],
    },
  },
]

/** Demonstration above the case studies, about the same kind of work. */
export const slipRun: RunScript = {
  id: 'slip',
  label: 'Delivery slip',
  arrives: { name: 'Arrives', note: 'photographed at the dock' },
  read: { name: 'Read', note: 'even at an odd angle' },
  checked: { name: 'Matched', note: 'against the consignment' },
  routed: { name: 'Routed', note: 'matches go to invoicing' },
  person: { name: 'A dispatcher decides', note: 'with both images open' },
  filed: { name: 'Invoiced', note: 'the same day' },
}
