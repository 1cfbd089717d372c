import type { Journey, PrintedRecord, RecordedJourney } from './journey.ts'

const columns = [0, 1, 2, 3, 4, 6] as const

/**
 * All journeys of the home page share one line. Stops are in order; the fifth is where a person
 * acts.
 */
function homeJourney(subject: string, stops: [name: string, note: string][]): Journey {
  return {
    layout: 'line',
    motion: 'home',
    subject,
    stops: stops.map(([name, note], index) => ({
      name,
      note,
      at: [columns[index] ?? 0, index === 4 ? 1 : 0],
      ...(index === 4 && { above: true }),
    })),
    person: stops[4]?.[0] ?? '',
    rails: ['M15 24H1105'],
    dotted: [
      'M640 24a32 32 0 0 1 32 32v40a32 32 0 0 0 32 32h154a32 32 0 0 0 32-32V56a32 32 0 0 1 32-32',
    ],
    waiting: '15,24',
    travellers: '1105,24 1071,24 1037,24,person 781,128,person 395,24 205,24',
  }
}

export const invoiceRecord: PrintedRecord = {
  recordOf: 'invoice 20931',
  lines: [
    ['9:14:02', 'Received by email from Haldane Paper'],
    ['9:14:03', '14 fields read, lowest confidence 96%', 'workflow'],
    ['9:14:04', 'Total is $40 over order 3381', 'workflow'],
    ['9:31:50', 'Approved: freight added late', 'M. Osei'],
    ['9:31:51', 'Filed and scheduled for payment'],
  ],
}

const invoice: RecordedJourney = {
  ...homeJourney('Invoice', [
    ['Arrives', 'email, scan or upload'],
    ['Read', '14 fields, each with a confidence'],
    ['Checked', 'against order and supplier'],
    ['Routed', 'certain goes on'],
    ['A person decides', 'the rest, with the reason'],
    ['Filed', 'with a counterfoil'],
  ]),
  ...invoiceRecord,
}

const email: RecordedJourney = {
  ...homeJourney('Support email', [
    ['Arrives', 'in the shared inbox'],
    ['Read', 'topic, account and urgency'],
    ['Checked', 'against your policies'],
    ['Routed', 'known answers go out'],
    ['A person decides', 'the rest, with a draft'],
    ['Answered', 'source attached'],
  ]),
  recordOf: 'email 7714',
  lines: [
    ['10:02:11', 'Received in the support inbox'],
    ['10:02:12', 'Asks for a refund on order 5520', 'workflow'],
    ['10:02:13', 'Two days outside the policy', 'workflow'],
    ['10:09:40', 'Refund granted, draft edited', 'J. Lindqvist'],
    ['10:09:41', 'Sent, and added to the ticket'],
  ],
}

const contract: RecordedJourney = {
  ...homeJourney('Contract', [
    ['Arrives', 'as a PDF or a scan'],
    ['Read', '42 clauses and every date'],
    ['Checked', 'against your standard terms'],
    ['Routed', 'standard terms pass'],
    ['A person decides', 'on every departure'],
    ['Filed', 'renewal date noted'],
  ]),
  recordOf: 'contract 318',
  lines: [
    ['2:40:05', 'Uploaded by purchasing'],
    ['2:40:19', '42 clauses read, 41 are standard', 'workflow'],
    ['2:40:20', 'Liability cap differs from your terms', 'workflow'],
    ['4:15:32', 'Accepted until the renewal', 'R. Adeyemi'],
    ['4:15:33', 'Filed, reminder set for March 1'],
  ],
}

export const heroJourneys = [invoice, email, contract] as const

export const slipJourney = homeJourney('Delivery slip', [
  ['Arrives', 'photographed at the dock'],
  ['Read', 'even at an odd angle'],
  ['Matched', 'against the consignment'],
  ['Routed', 'matches go to invoicing'],
  ['A dispatcher decides', 'with both images open'],
  ['Invoiced', 'the same day'],
])
