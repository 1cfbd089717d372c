import type { NewCaseStudy } from './contract.ts'

/**
 * Case studies of a fresh database, in the order of the public list. All companies and figures are
 * fictional.
 */
export const seedCaseStudies = [
  {
    title: 'Proof-of-delivery slips that reconcile themselves',
    company: 'Northfold Logistics',
    industry: 'Freight',
    duration: '14 weeks',
    tags: ['documents', 'matching'],
    challenge:
      '4,000 proof-of-delivery slips a week, photographed at odd angles and retyped by six people before an invoice could go out. A slip that did not match its consignment could hold up the invoice for a week.',
    solution:
      'Slips are read on arrival, matched to the consignment and queued for invoicing. A mismatch goes to a dispatcher with both images side by side and the line in question marked. The dispatcher’s decision is kept with the slip, so a customer who asks gets the whole story.',
    results: [
      { value: '91%', label: 'of slips matched without a person' },
      { value: '6 days to 9 hours', label: 'from delivery to invoice' },
      { value: '4.5 FTE', label: 'moved to customer work' },
    ],
    featured: true,
    published: true,
  },
  {
    title: 'Urgent referrals found in minutes, and confirmed by a person',
    company: 'Quarry Lane Clinics',
    industry: 'Healthcare administration',
    duration: '11 weeks',
    tags: ['inbox', 'triage'],
    challenge:
      'Referral letters and phone notes landed in three inboxes. The urgent ones looked like all the others and were often found late in the day, and the same referral was sometimes entered twice.',
    solution:
      'Every item is sorted by type and urgency as it arrives. A nurse confirms each urgent flag before anything happens; routine bookings wait as drafts for the front desk. Nothing about a patient is decided without a name beside it.',
    results: [
      { value: '38 min to 6 min', label: 'median time to first action' },
      { value: '100%', label: 'of urgent flags confirmed by a person' },
      { value: '72%', label: 'fewer duplicate entries' },
    ],
    featured: true,
    published: true,
  },
  {
    title: 'One queue for every repair, from report to visit',
    company: 'Saltmarsh Housing',
    industry: 'Property',
    duration: '9 weeks',
    tags: ['workflow', 'tenants'],
    challenge:
      'Repair requests were lost between email, the tenant portal and calls to contractors, and tenants rang again to ask what had become of them. Nobody could say which request had waited longest.',
    solution:
      'All requests now share one queue. Contractor slots are booked automatically, tenants hear about every step, and whatever has not moved for two days goes to a housing officer with the reason it stands still.',
    results: [
      { value: '2.1 days to 0.6 days', label: 'from report to scheduled visit' },
      { value: '54%', label: 'fewer follow-up calls' },
      { value: '1 queue', label: 'instead of five' },
    ],
    featured: true,
    published: true,
  },
  {
    title: 'A Monday report that is ready on Monday',
    company: 'Tarn & Co.',
    industry: 'Wholesale',
    duration: '12 weeks',
    tags: ['analysis', 'forecasting'],
    challenge:
      'The weekly stock report took one analyst a full day, and by the time the buyers had it the figures were already out of date. Reorders were placed from memory, with a margin to be safe.',
    solution:
      'A nightly pipeline writes the brief, each sentence linked to the rows behind it. Reorders are proposed with a range, and a buyer approves every one. When the buyer disagrees, the reason goes into the next forecast.',
    results: [
      { value: '7 h to 12 min', label: 'of work per report' },
      { value: '18%', label: 'less overstock' },
      { value: '26 weeks', label: 'forecast horizon' },
    ],
    featured: false,
    published: true,
  },
] satisfies NewCaseStudy[]
