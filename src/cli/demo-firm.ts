/** The invented people, projects and texts of a small firm's year. */

export type DemoClient = {
  name: string
  company: string
  phone?: string
  status?: 'inactive' | 'archived'
  notes?: string
  /** Indices of the projects below. */
  projects: number[]
}

export const demoClients: DemoClient[] = [
  {
    name: 'Ada Okafor',
    company: 'Northfold Logistics',
    phone: '+1 206 555 0110',
    projects: [0, 1],
    notes: 'Prefers calls before ten.',
  },
  { name: 'Ben Ilves', company: 'Tarn & Co.', phone: '+1 206 555 0111', projects: [2] },
  { name: 'Chiara Rossetti', company: 'Rossetti Ceramics', status: 'inactive', projects: [3] },
  {
    name: 'Dmitri Vale',
    company: 'Saltmarsh Housing',
    status: 'archived',
    projects: [4],
    notes: 'Project ended when the office moved.',
  },
  {
    name: 'Esi Mensah',
    company: 'Quarry Lane Clinics',
    phone: '+1 503 555 0112',
    projects: [5, 6, 7],
  },
  { name: 'Farid Haddad', company: 'Cedar & Flint', projects: [8] },
  {
    name: 'Greta Lindqvist',
    company: 'Lindqvist Freight',
    phone: '+1 415 555 0113',
    projects: [9, 0],
  },
  { name: 'Hugo Marchetti', company: 'Harbour Street Dental', projects: [10] },
  { name: 'Ines Duarte', company: 'Duarte Foods', phone: '+1 415 555 0114', projects: [2, 11] },
  { name: 'Jonas Weber', company: 'Weber Precision', projects: [1] },
  {
    name: 'Keiko Tanaka',
    company: 'Blue Heron Travel',
    projects: [3, 7],
    notes: 'Invoices to accounts@blueheron.example.',
  },
  { name: 'Liam Byrne', company: 'Byrne Conveyancing', status: 'inactive', projects: [5] },
  { name: 'Mira Novak', company: 'Novak Textiles', projects: [8, 4] },
  { name: 'Noah Adeyemi', company: 'Adeyemi Energy', phone: '+1 360 555 0115', projects: [6] },
  { name: 'Olivia Hart', company: 'Hart Veterinary Group', projects: [10, 2] },
  { name: 'Pavel Horak', company: 'Horak Instruments', projects: [9] },
  {
    name: 'Quinn Albright',
    company: 'Albright Insurance',
    projects: [11],
    notes: 'Security review before every release.',
  },
  { name: 'Rosa Jimenez', company: 'Casa Verde Nurseries', projects: [3] },
  { name: 'Samir Patel', company: 'Patel Pharmacies', phone: '+1 253 555 0116', projects: [0, 5] },
  { name: 'Tove Nilsen', company: 'Fjord Outdoor', projects: [7] },
  { name: 'Uma Krishnan', company: 'Krishnan Legal', projects: [1, 6] },
  { name: 'Viktor Petrov', company: 'Petrov Glass', status: 'inactive', projects: [] },
  { name: 'Wanda Kowalski', company: 'Kowalski Bakery', projects: [] },
  { name: 'Xavier Dubois', company: 'Dubois Print', status: 'archived', projects: [4] },
  { name: 'Yara Haddock', company: 'Tidewater Museum', projects: [8] },
]

export type DemoProject = { title: string; description: string; budget: string; notes: string[] }

export const demoProjects: DemoProject[] = [
  {
    title: 'Delivery notes into the ledger',
    description:
      'Scanned delivery notes are read, checked against the order and booked. What does not match is put on one list for the afternoon.',
    budget: '$38,000',
    notes: [
      'Sample of 400 notes received; a third is handwritten.',
      'Agreed: anything below 95% certainty goes to a person.',
      'Go-live moved by a week, their scanner is being replaced.',
    ],
  },
  {
    title: 'Invoice approval',
    description: 'Invoices are matched with orders and sent to whoever may approve them.',
    budget: '$22,500',
    notes: [
      'Approval limits per department are in the shared sheet.',
      'They want a weekly list of what waits longer than five days.',
    ],
  },
  {
    title: 'Support inbox triage',
    description:
      'Mails are sorted by topic and urgency, with an answer drafted for the five commonest questions.',
    budget: '$18,000',
    notes: [
      'Top five questions cover 61% of the mails.',
      'Drafts only, nothing is sent by itself.',
    ],
  },
  {
    title: 'Product descriptions in four languages',
    description: 'Descriptions are drafted from the product data and reviewed by the shop team.',
    budget: '$12,000',
    notes: ['Tone guide signed off.'],
  },
  {
    title: 'Tenant requests by phone',
    description: 'Calls are summarized and turned into work orders.',
    budget: '$27,000',
    notes: [
      'Legal wants the announcement before each recording.',
      'On hold until the new phone system is in.',
    ],
  },
  {
    title: 'Patient letters',
    description: 'Letters are drafted from the notes of a visit and signed by the doctor.',
    budget: '$54,000',
    notes: [
      'Pilot with two practices.',
      'Average time per letter went from 11 to 3 minutes.',
      'Data stays in the region, confirmed in writing.',
    ],
  },
  {
    title: 'Meter readings',
    description: 'Photos of meters are read and compared with last year.',
    budget: '$31,000',
    notes: ['4,200 photos labeled.', 'Night photos are the problem.'],
  },
  {
    title: 'Booking changes',
    description: 'Requests to change a booking are answered with the options there are.',
    budget: '$24,000',
    notes: ['Fare rules imported.', 'Demo on Thursday went well.'],
  },
  {
    title: 'Stock forecast',
    description: 'A forecast per article and week, with the reasons for every large change.',
    budget: '$45,000',
    notes: [
      'Three years of sales data received.',
      'Beats the present spreadsheet by 18% on last year.',
    ],
  },
  {
    title: 'Customs papers',
    description: 'Commodity codes are suggested with the text they rest on.',
    budget: '$36,500',
    notes: ['Broker checks every suggestion in the first month.'],
  },
  {
    title: 'Recall reminders',
    description: 'Patients and pet owners are reminded in the words of the practice.',
    budget: '$9,500',
    notes: ['Opt-out list synchronized every night.', 'First month: 212 reminders, 148 bookings.'],
  },
  {
    title: 'Claims intake',
    description: 'Claims are read, completed by questions and put in front of the right person.',
    budget: '$68,000',
    notes: [
      'Threat model reviewed with their security team.',
      'Edge case: claims in two policies at once.',
    ],
  },
]

export const demoLeads = [
  'Amara Boateng',
  'Brigitte Klein',
  'Carlos Mendes',
  'Dana Whitfield',
  'Emil Sorensen',
  'Fatima Zahra',
  'Gareth Pryce',
  'Hana Kim',
  'Ivan Kovac',
  'Julia Santos',
  'Kofi Asante',
  'Lena Fischer',
  'Marco Bianchi',
  'Nadia Rahman',
  'Oscar Lund',
  'Priya Nair',
  'Ruth Goldberg',
  'Stefan Ionescu',
  'Tara Mills',
  'Yusuf Demir',
] as const

export const demoCompanies = [
  'Alder Mills',
  'Bright Lane School',
  'Copper Works',
  'Dune Hotels',
  'Elm Street Bank',
  'Foxglove Florists',
  'Granite Supply',
  'Hollow Oak Brewery',
  'Ironbridge Tools',
  'Juniper Care',
  '',
] as const

export const demoQuestions = [
  'We type about 300 delivery notes a week by hand. Is that something you do?',
  'Our inbox has two days of backlog. We would like to see what can be answered by itself.',
  'Do you work with firms of twelve people, or only larger ones?',
  'We need the monthly report on the second day of the month, not the tenth.',
  'Could you look at how we follow up on quotes? Half of them are forgotten.',
  'We tried a chatbot last year and it made things up. How do you prevent that?',
  'What would a first project cost, roughly, and how long would it take?',
  'We keep everything in spreadsheets and they no longer agree with each other.',
] as const

export const demoTalks: [visitor: string, agent: string][][] = [
  [
    [
      'Hi, do you also work with older accounting programs?',
      'Hello! Yes, as long as they can export files. Which one is it?',
    ],
    ['It writes CSV every night.', 'Then that is easy. Shall we set up a call this week?'],
    ['Thursday would suit me.', 'Thursday at 10 it is. You will get a mail in a minute.'],
  ],
  [
    [
      'Is our data used to train anything?',
      'No. It stays in your account and is deleted when the contract ends.',
    ],
    [
      'Good. Can I have that in writing?',
      'Of course, it is section 4 of the agreement. I will send you a copy.',
    ],
  ],
  [
    [
      'How long does a first project take?',
      'Four to eight weeks, with something to try after two.',
    ],
    ['Thanks, that helps.', 'You are welcome. Just write again when you know more.'],
  ],
  [
    [
      'Are you open on Saturdays?',
      'Monday to Friday, 9 to 6 Pacific. Leave your question here and we reply on Monday.',
    ],
  ],
]

export const demoStages = [
  'discovery',
  'in_progress',
  'in_progress',
  'qa',
  'delivered',
  'prospect',
  'on_hold',
] as const
