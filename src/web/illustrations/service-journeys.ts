import { invoiceRecord } from './home-journeys.ts'
import type { RecordedJourney } from './journey.ts'

const documentJourney: RecordedJourney = {
  layout: 'field',
  motion: 'document-processing',
  subject: 'one supplier invoice',
  stops: [
    { name: 'Arrives', note: 'as a scan, photo or email', at: [0, 4] },
    { name: 'Read', note: 'each field with a confidence', at: [2, 2] },
    { name: 'Matched', note: 'against the order', at: [3, 2] },
    { name: 'A person decides', note: 'original beside reading', at: [4, 4], above: true },
    { name: 'Filed', note: 'ready for the auditor', at: [6, 2] },
  ],
  person: 'A person decides',
  rails: [
    'M15 130H1105',
    'M15 28H157a40 40 0 0 1 40 40V90a40 40 0 0 0 40 40',
    'M15 232H157a40 40 0 0 0 40-40V170a40 40 0 0 1 40-40',
  ],
  dotted: [
    'M600 130a32 32 0 0 1 32 32v38a32 32 0 0 0 32 32h154a32 32 0 0 0 32-32v-38a32 32 0 0 1 32-32',
  ],
  waiting: '15,28 15,130 15,232',
  travellers: '1105,130 1071,130 1037,130,person 741,232,person 560,130 379,130',
  recordOf: 'invoice 48117',
  lines: [
    ['8:02:10', 'Photographed at the loading dock'],
    ['8:02:12', '22 fields read, lowest confidence 71%', 'workflow'],
    ['8:02:13', 'Quantity differs from order 9026', 'workflow'],
    ['8:20:41', 'Short delivery confirmed', 'T. Brandt'],
    ['8:20:42', 'Filed with the credit note'],
  ],
}

const supportJourney: RecordedJourney = {
  layout: 'field',
  motion: 'customer-service',
  subject: 'one customer email',
  stops: [
    { name: 'Arrives', note: 'in any language', at: [0, 2] },
    { name: 'Sorted', note: 'by topic and urgency', at: [1, 2] },
    { name: 'Looked up', note: 'policy, order, history', at: [2, 2] },
    { name: 'Drafted', note: 'in your tone', at: [4, 0] },
    { name: 'Answered', note: 'with its source', at: [6, 0] },
    { name: 'Handed over', note: 'with history and draft', at: [4, 4] },
    { name: 'A colleague replies', note: 'nobody asks twice', at: [6, 4] },
  ],
  person: 'A colleague replies',
  rails: ['M15 130H420a40 40 0 0 0 40-40V68a40 40 0 0 1 40-40H1105'],
  dotted: ['M420 130a40 40 0 0 1 40 40v22a40 40 0 0 0 40 40H1105'],
  waiting: '15,130',
  travellers: '1105,28 1105,232,person 1071,28 741,232,person 741,28 197,130',
  recordOf: 'email 12604',
  lines: [
    ['7:48:31', 'Received in the shared inbox'],
    ['7:48:32', 'Damaged parcel, order 8812, urgent', 'workflow'],
    ['7:48:34', 'Policy 4.2 leaves a choice: drafted both', 'workflow'],
    ['9:03:20', 'Replacement chosen, draft shortened', 'A. Ferreira'],
    ['9:03:21', 'Sent, and added to the account'],
  ],
}

const campaignJourney: RecordedJourney = {
  layout: 'field',
  motion: 'marketing-automation',
  subject: 'one campaign brief',
  stops: [
    { name: 'Briefed', note: 'one page, in your words', at: [0, 2] },
    { name: 'Segmented', note: 'from the CRM, exclusions first', at: [1, 2] },
    { name: 'Drafted', note: 'a variant for each', at: [2, 2] },
    { name: 'A person approves', note: 'by name, or sends it back', at: [3, 2] },
    { name: 'New customers', note: 'Tuesday, 9 AM', at: [6, 0] },
    { name: 'Regulars', note: 'Thursday, 5 PM', at: [6, 2] },
    { name: 'Lapsed', note: 'two weeks later', at: [6, 4] },
  ],
  person: 'A person approves',
  rails: [
    'M15 130H468M652 130H1105',
    'M660 130a40 40 0 0 0 40-40V68a40 40 0 0 1 40-40H1105',
    'M660 130a40 40 0 0 1 40 40v22a40 40 0 0 0 40 40H1105',
  ],
  dotted: ['M484 130H640'],
  waiting: '15,130',
  travellers: '1105,28 1105,130 1105,232 560,130,person 379,130',
  recordOf: 'campaign 77',
  lines: [
    ['2:10:00', 'Brief received from product marketing'],
    ['2:10:44', '3 segments, 214 people excluded by rule', 'workflow'],
    ['2:12:05', '3 variants drafted, 1 claim marked', 'workflow'],
    ['3:31:18', 'Claim removed, all three approved', 'K. Nakamura'],
    ['3:31:19', 'Scheduled; results go to one table'],
  ],
}

const briefJourney: RecordedJourney = {
  layout: 'field',
  motion: 'data-analysis',
  subject: 'one weekly figure',
  stops: [
    { name: 'Collected', note: 'overnight, from every system', at: [0, 4] },
    { name: 'Reconciled', note: 'one definition per figure', at: [1, 3] },
    { name: 'Compared', note: 'with last week and last year', at: [2, 2] },
    { name: 'Explained', note: 'each sentence linked to rows', at: [3, 1] },
    { name: 'An analyst confirms', note: 'whatever looks unusual', at: [4, 0] },
    { name: 'Briefed', note: 'before the Monday meeting', at: [6, 0] },
  ],
  person: 'An analyst confirms',
  rails: [
    'M15 232H80a25 25 0 0 0 25-25V206a25 25 0 0 1 25-25H262a25 25 0 0 0 25-25V155a25 25 0 0 1 25-25H444a25 25 0 0 0 25-25V104a25 25 0 0 1 25-25H625a25 25 0 0 0 25-25V53',
    'M834 28H1105',
  ],
  dotted: ['M650 53a25 25 0 0 1 25-25H826'],
  waiting: '15,232',
  travellers: '1105,28 741,28,person 560,79 379,130 197,181',
  recordOf: 'brief 46',
  lines: [
    ['2:00:00', '9 sources collected, none missing'],
    ['2:41:16', 'Returns up 12%, all from one depot', 'workflow'],
    ['2:41:20', '318 rows linked; forecast 4% to 9%', 'workflow'],
    ['7:55:02', 'Confirmed: one scanner counted twice', 'P. Novak'],
    ['8:00:00', 'Brief sent to six readers'],
  ],
}

const fittedJourney: RecordedJourney = {
  layout: 'field',
  motion: 'custom-solutions',
  subject: 'one missing piece',
  stops: [
    { name: 'Observed', note: 'a week beside your people', at: [0, 2] },
    { name: 'Prototyped', note: 'working, in three weeks', at: [1, 2] },
    { name: 'Agreed', note: 'a test set says what is good', at: [2, 2] },
    { name: 'Fitted', note: 'to the systems on both sides', at: [3, 3], textOnly: true },
    { name: 'A person judges', note: 'every case it got wrong', at: [4, 2] },
    { name: 'Installed', note: 'in your own cloud', at: [5, 2] },
    { name: 'Handed over', note: 'code, tests and training', at: [6, 2] },
  ],
  person: 'A person judges',
  rails: ['M15 130H486M634 130H644M836 130H1105'],
  dotted: ['M490 56H630V188H490Z', 'M654 130H828'],
  waiting: '15,130',
  travellers: '1105,130 741,130,person 560,130 197,130',
  recordOf: 'release 9',
  lines: [
    ['10:00:00', 'Candidate built from your repository'],
    ['10:14:27', '400 agreed cases run, 11 wrong', 'workflow'],
    ['10:14:28', 'Limit is 12: passes, cases listed', 'workflow'],
    ['1:40:09', '11 read; 2 added to the test set', 'L. Haddad'],
    ['1:40:10', 'Released in your cloud'],
  ],
}

const approvalJourney: RecordedJourney = {
  layout: 'field',
  motion: 'workflow-automation',
  subject: 'one purchase request',
  stops: [
    { name: 'Requested', note: 'form, email or system', at: [0, 2] },
    { name: 'Routed', note: 'by amount and role', at: [1, 2] },
    { name: 'Approved', note: 'when within its limit', at: [3, 0] },
    { name: 'Carried out', note: 'retried until it succeeds', at: [4, 0] },
    { name: 'Reminded', note: 'ahead of the deadline', at: [3, 4], above: true },
    { name: 'A manager decides', note: 'beyond the limit', at: [4, 4], above: true },
    { name: 'Recorded', note: 'with names and times', at: [6, 2] },
  ],
  person: 'A manager decides',
  rails: ['M15 130H379M923 130H1105', 'M379 130V68a40 40 0 0 1 40-40H883a40 40 0 0 1 40 40V130'],
  dotted: ['M379 130v62a40 40 0 0 0 40 40H883a40 40 0 0 0 40-40V130'],
  waiting: '15,130',
  travellers: '1105,130 1071,130,person 741,28 741,232,person 560,28 197,130',
  recordOf: 'request 3052',
  lines: [
    ['11:20:03', 'Requested by facilities, $6,400'],
    ['11:20:04', 'Over the $5,000 limit: to M. Kovac', 'workflow'],
    ['3:00:00', 'Reminded, one hour before the deadline', 'workflow'],
    ['3:22:47', 'Approved for this quarter', 'M. Kovac'],
    ['3:22:51', 'Ordered and recorded, second attempt'],
  ],
}

const journeys: Record<string, RecordedJourney> = {
  'document-processing': documentJourney,
  'customer-service': supportJourney,
  'marketing-automation': campaignJourney,
  'data-analysis': briefJourney,
  'custom-solutions': fittedJourney,
  'workflow-automation': approvalJourney,
}

export function journeyOf(slug: string): RecordedJourney {
  return journeys[slug] ?? { ...documentJourney, ...invoiceRecord }
}
