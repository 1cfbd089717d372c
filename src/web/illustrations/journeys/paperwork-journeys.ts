import { handedOver, handled, type Journey } from './journey.ts'
import { campaignRecord, documentRecord, supportRecord } from './journey-records.ts'

/** Many forms of paper become one line. */
export const documentJourney: Journey = {
  subject: 'one supplier invoice',
  stops: [
    {
      name: 'Arrives',
      note: 'as a scan, photo or email',
      column: 0,
      row: 4,
      tone: 'arrived',
      reachedAt: 0.2,
      unmarked: true,
    },
    {
      name: 'Read',
      note: 'each field with a confidence',
      column: 2,
      row: 2,
      tone: 'workflow',
      reachedAt: 1.2,
    },
    {
      name: 'Matched',
      note: 'against the order',
      column: 3,
      row: 2,
      tone: 'workflow',
      reachedAt: 1.9,
    },
    {
      name: 'A person decides',
      note: 'original beside reading',
      column: 4,
      row: 4,
      tone: 'person',
      reachedAt: 2.9,
      above: true,
    },
    {
      name: 'Filed',
      note: 'ready for the auditor',
      column: 6,
      row: 2,
      tone: 'workflow',
      reachedAt: 4.2,
    },
  ],
  rails: [
    { path: 'M15 130H1105' },
    { path: 'M15 28H157a40 40 0 0 1 40 40V90a40 40 0 0 0 40 40' },
    { path: 'M15 232H157a40 40 0 0 0 40-40V170a40 40 0 0 1 40-40' },
    {
      path: 'M600 130a32 32 0 0 1 32 32v38a32 32 0 0 0 32 32h154a32 32 0 0 0 32-32v-38a32 32 0 0 1 32-32',
      dotted: true,
    },
  ],
  waiting: [
    [15, 28],
    [15, 130],
    [15, 232],
  ],
  travellers: [
    handled([1105, 130], 0.95, [
      ['M15 130H379', 0.1, 0.85],
      ['M379 130H560', 1, 1.4],
      ['M560 130H1105', 1.5, 2.5],
    ]),
    handled([1071, 130], 1.55, [
      ['M15 28H157a40 40 0 0 1 40 40V90a40 40 0 0 0 40 40H379', 0.5, 1.45],
      ['M379 130H560', 1.65, 2.05],
      ['M560 130H1071', 2.15, 3.2],
    ]),
    handedOver([1037, 130], 1.25, 2.2, [
      ['M15 232H157a40 40 0 0 0 40-40V170a40 40 0 0 1 40-40H379', 0.25, 1.15],
      ['M379 130H560', 1.35, 1.75],
      ['M560 130H600a32 32 0 0 1 32 32v38a32 32 0 0 0 32 32H741', 1.9, 2.9],
      ['M741 232h77a32 32 0 0 0 32-32v-38a32 32 0 0 1 32-32H1037', 3.3, 4.4],
    ]),
    handedOver([741, 232], 2.15, 3.1, [
      ['M15 28H157a40 40 0 0 1 40 40V90a40 40 0 0 0 40 40H379', 1.1, 2.05],
      ['M379 130H560', 2.25, 2.65],
      ['M560 130H600a32 32 0 0 1 32 32v38a32 32 0 0 0 32 32H741', 2.8, 4],
    ]),
    handled([560, 130], 3.05, [
      ['M15 232H157a40 40 0 0 0 40-40V170a40 40 0 0 1 40-40H379', 2, 2.95],
      ['M379 130H560', 3.2, 3.7],
    ]),
    handled([379, 130], 4.2, [['M15 130H379', 3.2, 4.1]]),
  ],
  record: documentRecord,
  printedAt: [0.3, 1.2, 1.9, 3.1, 4.3],
}

/** Known questions take the upper line, the others reach a colleague on the lower. */
export const supportJourney: Journey = {
  subject: 'one customer email',
  stops: [
    {
      name: 'Arrives',
      note: 'in any language',
      column: 0,
      row: 2,
      tone: 'arrived',
      reachedAt: 0.1,
      unmarked: true,
    },
    {
      name: 'Sorted',
      note: 'by topic and urgency',
      column: 1,
      row: 2,
      tone: 'workflow',
      reachedAt: 0.6,
    },
    {
      name: 'Looked up',
      note: 'policy, order, history',
      column: 2,
      row: 2,
      tone: 'workflow',
      reachedAt: 1.2,
    },
    { name: 'Drafted', note: 'in your tone', column: 4, row: 0, tone: 'workflow', reachedAt: 2 },
    {
      name: 'Answered',
      note: 'with its source',
      column: 6,
      row: 0,
      tone: 'workflow',
      reachedAt: 2.9,
    },
    {
      name: 'Handed over',
      note: 'with history and draft',
      column: 4,
      row: 4,
      tone: 'workflow',
      reachedAt: 2.7,
    },
    {
      name: 'A colleague replies',
      note: 'nobody asks twice',
      column: 6,
      row: 4,
      tone: 'person',
      reachedAt: 4.2,
    },
  ],
  rails: [
    { path: 'M15 130H420a40 40 0 0 0 40-40V68a40 40 0 0 1 40-40H1105' },
    { path: 'M420 130a40 40 0 0 1 40 40v22a40 40 0 0 0 40 40H1105', dotted: true },
  ],
  waiting: [[15, 130]],
  travellers: [
    handled([1105, 28], 0.65, [
      ['M15 130H197', 0.1, 0.55],
      ['M197 130H379', 0.7, 1.1],
      ['M379 130H420a40 40 0 0 0 40-40V68a40 40 0 0 1 40-40H741', 1.2, 2],
      ['M741 28H1105', 2.15, 2.9],
    ]),
    handedOver([1105, 232], 1.2, 2.85, [
      ['M15 130H197', 0.6, 1.1],
      ['M197 130H379', 1.3, 1.7],
      ['M379 130H420a40 40 0 0 1 40 40v22a40 40 0 0 0 40 40H741', 1.8, 2.7],
      ['M741 232H1105', 3.1, 4.2],
    ]),
    handled([1071, 28], 1.85, [
      ['M15 130H197', 1.3, 1.75],
      ['M197 130H379', 1.95, 2.35],
      ['M379 130H420a40 40 0 0 0 40-40V68a40 40 0 0 1 40-40H741', 2.45, 3.25],
      ['M741 28H1071', 3.35, 4.1],
    ]),
    handedOver([741, 232], 2.45, 4.1, [
      ['M15 130H197', 1.9, 2.35],
      ['M197 130H379', 2.55, 2.95],
      ['M379 130H420a40 40 0 0 1 40 40v22a40 40 0 0 0 40 40H741', 3.05, 4],
    ]),
    handled([741, 28], 2.95, [
      ['M15 130H197', 2.4, 2.85],
      ['M197 130H379', 3.05, 3.45],
      ['M379 130H420a40 40 0 0 0 40-40V68a40 40 0 0 1 40-40H741', 3.55, 4.4],
    ]),
    handled([197, 130], 4.2, [['M15 130H197', 3.6, 4.1]]),
  ],
  record: supportRecord,
  printedAt: [0.2, 1.2, 2.4, 3.6, 4.3],
}

/** One brief leaves as three campaigns, through a person. */
export const campaignJourney: Journey = {
  subject: 'one campaign brief',
  stops: [
    {
      name: 'Briefed',
      note: 'one page, in your words',
      column: 0,
      row: 2,
      tone: 'arrived',
      reachedAt: 0.1,
      unmarked: true,
    },
    {
      name: 'Segmented',
      note: 'from the CRM, exclusions first',
      column: 1,
      row: 2,
      tone: 'workflow',
      reachedAt: 0.7,
    },
    {
      name: 'Drafted',
      note: 'a variant for each',
      column: 2,
      row: 2,
      tone: 'workflow',
      reachedAt: 1.4,
    },
    {
      name: 'A person approves',
      note: 'by name, or sends it back',
      column: 3,
      row: 2,
      tone: 'person',
      reachedAt: 2.2,
    },
    {
      name: 'New customers',
      note: 'Tuesday, 9 AM',
      column: 6,
      row: 0,
      tone: 'workflow',
      reachedAt: 3.4,
    },
    {
      name: 'Regulars',
      note: 'Thursday, 5 PM',
      column: 6,
      row: 2,
      tone: 'workflow',
      reachedAt: 3.8,
    },
    {
      name: 'Lapsed',
      note: 'two weeks later',
      column: 6,
      row: 4,
      tone: 'workflow',
      reachedAt: 4.3,
    },
  ],
  rails: [
    { path: 'M15 130H468M652 130H1105' },
    { path: 'M484 130H640', dotted: true },
    { path: 'M660 130a40 40 0 0 0 40-40V68a40 40 0 0 1 40-40H1105' },
    { path: 'M660 130a40 40 0 0 1 40 40v22a40 40 0 0 0 40 40H1105' },
  ],
  waiting: [[15, 130]],
  travellers: [
    handled([1105, 28], 0.7, [
      ['M15 130H197', 0.1, 0.6],
      ['M197 130H379', 0.8, 1.3],
      ['M379 130H560', 1.5, 2.1],
      ['M560 130H660a40 40 0 0 0 40-40V68a40 40 0 0 1 40-40H1105', 2.4, 3.4],
    ]),
    handled([1105, 130], 1, [
      ['M15 130H197', 0.4, 0.9],
      ['M197 130H379', 1.1, 1.6],
      ['M379 130H560', 1.8, 2.4],
      ['M560 130H1105', 2.8, 3.8],
    ]),
    handled([1105, 232], 1.3, [
      ['M15 130H197', 0.7, 1.2],
      ['M197 130H379', 1.4, 1.9],
      ['M379 130H560', 2.1, 2.7],
      ['M560 130H660a40 40 0 0 1 40 40v22a40 40 0 0 0 40 40H1105', 3.2, 4.3],
    ]),
    handedOver([560, 130], 2.4, 3.6, [
      ['M15 130H197', 1.8, 2.3],
      ['M197 130H379', 2.5, 2.9],
      ['M379 130H560', 3, 3.5],
    ]),
    handled([379, 130], 3.4, [
      ['M15 130H197', 2.8, 3.3],
      ['M197 130H379', 3.5, 4.1],
    ]),
  ],
  record: campaignRecord,
  printedAt: [0.2, 0.8, 1.5, 2.4, 4.3],
}
