import type { NewService } from './contract.ts'

/** Services of a fresh database, in the order of the public list. */
export const seedServices = [
  {
    slug: 'document-processing',
    title: 'Document Processing',
    description: 'Invoices, delivery slips, claims and contracts read, checked and filed.',
    longDescription:
      'Documents are read the moment they arrive, whatever form they arrive in. Each field carries a confidence and is checked against your orders, suppliers and rules. What matches is filed; what does not goes to a person who sees the original beside the reading, decides, and leaves a record of why. You set the limit below which a person must look.',
    features: [
      'Scored field extraction',
      'Matching against orders',
      'Exception queue, side by side',
      'Scans, photos and email',
      'Retention rules',
      'Audit export',
    ],
    benefits: [
      'Fewer keystrokes: people look at exceptions, not at every page.',
      'A faster close: documents are posted on the day they arrive.',
      'Traceable errors: each correction names the field, the person and the reason.',
    ],
    searchDescription:
      'AI document processing for invoices, slips, claims and contracts: every field read with a confidence, checked against your orders, exceptions decided by a person.',
    searchKeywords:
      'AI document processing, invoice automation, data extraction, document matching, audit export',
    category: 'Documents',
    featured: true,
    pricingModel: 'Fixed price per process',
    active: true,
  },
  {
    slug: 'customer-service',
    title: 'Customer Service Automation',
    description:
      'Routine questions answered from your own policies; the rest reaches a person with context.',
    longDescription:
      'Incoming messages are sorted by topic and urgency. Routine questions get an answer drawn from your own policies, with the passage it came from. Everything else reaches a colleague with the history, the account and a draft already on the page, so nobody asks the customer twice. Replies carry your tone, and a sample of them is read every week.',
    features: [
      'Inbox triage',
      'Drafted replies',
      'Handover with history',
      'Cited answer sources',
      'Tone rules',
      'Quality sampling',
      'Multiple languages',
    ],
    benefits: [
      'A shorter wait: the first reply goes out in minutes, at night as well.',
      'Steadier answers: the same question gets the same policy.',
      'More time for people: the conversations that need one get one.',
    ],
    searchDescription:
      'AI support solutions that answer routine questions from your own policies, name the source, and hand the rest to a colleague with the history and a draft.',
    searchKeywords:
      'AI support solutions, customer service automation, inbox triage, drafted replies, handover',
    category: 'Customer service',
    featured: true,
    pricingModel: 'Monthly, by volume',
    active: true,
  },
  {
    slug: 'marketing-automation',
    title: 'Marketing Automation',
    description: 'One brief becomes segments, drafts and a schedule that a person approves.',
    longDescription:
      'Write one brief. Segments come from your CRM, each with its own draft and a send time that suits it. Nothing leaves without a named approval, and the results of every variant come back to one table, so the next brief starts from what worked. Exclusions are applied first, not remembered at the end.',
    features: [
      'Segments from your CRM',
      'Draft variants',
      'Approval step',
      'Send-time windows',
      'Results in one table',
    ],
    benefits: [
      'More campaigns per person, because drafts and lists are ready to review.',
      'Fewer list mistakes: exclusions are rules, not memory.',
      'Comparable results: every variant is counted in the same way.',
    ],
    searchDescription:
      'AI-powered marketing from a single brief: segments from your CRM, a draft for each, send times that fit, and a named approval before anything leaves.',
    searchKeywords:
      'AI-powered marketing, marketing automation, campaign approval, CRM segments, send-time planning',
    category: 'Marketing',
    featured: false,
    pricingModel: 'Monthly retainer',
    active: true,
  },
  {
    slug: 'data-analysis',
    title: 'Data Analysis & Insights',
    description: 'Weekly numbers explained in sentences, with links to the rows behind them.',
    longDescription:
      'Your systems feed one pipeline overnight. In the morning there is a written brief: what changed, by how much, and which rows show it. Forecasts come with a range instead of a single figure, and every term is defined once, in a glossary the whole company uses. Whatever looks unusual is confirmed by an analyst before anybody reads it.',
    features: [
      'Nightly pipelines',
      'Anomaly notes',
      'Forecasts with ranges',
      'Row-level sources',
      'Scheduled briefs',
      'Shared glossary',
    ],
    benefits: [
      'Fewer report requests: the question is answered before it is asked.',
      'Earlier warnings, each with the rows behind it one click away.',
      'One definition of every figure, so meetings start with the same numbers.',
    ],
    searchDescription:
      'AI analytics that explain the week in sentences, link each one to the rows behind it, and give forecasts with a range instead of a single figure.',
    searchKeywords: 'AI analytics, data analysis, forecasting, anomaly notes, automated reporting',
    category: 'Analysis',
    featured: false,
    pricingModel: 'Fixed price, then monthly',
    active: true,
  },
  {
    slug: 'custom-solutions',
    title: 'Custom AI Solutions',
    description: 'The part no product covers, built against your systems and handed over.',
    longDescription:
      'Some processes fit no product. We spend a week with the people who run them, show a working prototype in three, and agree on a test set that decides whether it is good enough. It runs in your cloud, and your team takes it over with the training to change it. We stay on call for as long as you want, and no longer.',
    features: [
      'On-site discovery',
      'Prototype in three weeks',
      'Agreed evaluation set',
      'Runs in your cloud',
      'Handover and training',
    ],
    benefits: [
      'Ownership: the code, the prompts and the test set are yours.',
      'No lock-in: it runs in your cloud, with or without us.',
      'A known measure: what counts as good enough is agreed before the money is spent.',
    ],
    searchDescription:
      'Tailored automation for the process no product covers: a prototype in three weeks, a test set agreed in advance, your cloud, and a handover you can work with.',
    searchKeywords:
      'tailored automation, custom AI solutions, AI prototype, evaluation set, system integration',
    category: 'Engineering',
    featured: false,
    pricingModel: 'Time and materials, capped',
    active: true,
  },
  {
    slug: 'workflow-automation',
    title: 'Workflow Automation',
    description: 'The steps between systems: approvals, reminders, retries and records.',
    longDescription:
      'Most delays sit between systems: an approval nobody saw, a file nobody fetched, a retry nobody started. We connect the steps, give each a deadline and an owner, and write down what happened. What waits is visible, and so is whom it waits for. Your systems stay as they are; the steps between them stop depending on memory.',
    features: [
      'Approvals with deadlines',
      'Retries and alerts',
      'Audit log',
      'System integrations',
      'Service calendar',
      'Role rules',
    ],
    benefits: [
      'Nothing is forgotten: each step has an owner and a deadline.',
      'Queues you can see, with the oldest item on top.',
      'A record that answers the auditor’s first question.',
    ],
    searchDescription:
      'Workflow automation for the steps between systems: approvals with deadlines, reminders, retries and an audit log that shows what waits, and for whom.',
    searchKeywords:
      'workflow automation, approval workflow, audit log, system integration, retries and alerts',
    category: 'Operations',
    featured: false,
    pricingModel: 'Fixed price per workflow',
    active: true,
  },
] satisfies NewService[]
