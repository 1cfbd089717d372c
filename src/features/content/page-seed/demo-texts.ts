type DemoText = { slug: string; title: string; summary: string; body: string }

/** Short demo pages that the footer links to. */
export const demoPages: DemoText[] = [
  {
    slug: 'careers',
    title: 'Careers',
    summary: 'How we work, whom we look for, and how to write to us.',
    body: `
## How we work

Teams of three to five people take one process from measurement to handover. Everybody who builds a workflow also sits with the people who run it, at the start and again after ninety days.

## Whom we look for

- **Process engineers**, who would rather watch a desk for a day than draw a diagram of it.
- **Machine-learning engineers**, who can say how often their model is wrong.
- **Customer leads**, who write so that nobody has to ask twice.

## How to apply

Write to [{firm.email}](mailto:{firm.email}) with a piece of work you are proud of and what you would change about it today. A person answers within {firm.replyWithin}. The first conversation takes half an hour, the second is a paid day of work with the team.
`,
  },
  {
    slug: 'docs',
    title: 'Docs',
    summary: 'What you get on paper with every workflow.',
    body: `
## The process

One page that says what comes in, what goes out, who decides what, and which limits hold. It is written before anything is built, and kept current with every change.

## The record

Every run leaves a record: the original, each reading with its confidence, each decision with its name and time. Records are yours, in files your auditors can open without us.

## The handbook

| Chapter | For | Answers |
|---|---|---|
| Daily work | the people at the desk | What needs me today? |
| Changes | the owner of the process | How do I move a limit? |
| Operation | your IT | Where does it run, and how is it restored? |

Clients find the handbooks of their workflows in their project folder.
`,
  },
  {
    slug: 'api',
    title: 'API',
    summary: 'How your systems talk to a workflow we build.',
    body: `
## In and out

A workflow takes documents by mail, by upload or by an HTTPS call, and answers with a record:

    POST /runs
    { "document": "delivery-slip-0482.pdf", "process": "delivery-slips" }

The answer names the run. When the run ends, your system gets a signed call with the readings and their confidence.

## What to rely on

1. A repeated call with the same key starts one run, not two.
2. Nothing is deleted before you have confirmed it.
3. A version of the interface works for two years after its successor.

Ask for the full description: [{firm.email}](mailto:{firm.email}).
`,
  },
  {
    slug: 'resources',
    title: 'Resources',
    summary: 'Things we use with clients, free to take.',
    body: `
## For the first week

- **The count**: a sheet to tally what arrives at a desk for ten days, by kind and by hour.
- **The five questions**: what arrives, who decides, what goes wrong, what it costs, who would notice.

## For the decision

- **Two figures**: how to measure the cost of one document before and after, on the same documents.
- **The limit**: how to choose the confidence below which a person looks.

Write to [{firm.email}](mailto:{firm.email}) and say which one you would like; it comes as a plain file.
`,
  },
  {
    slug: 'webinars',
    title: 'Webinars',
    summary: 'Half an hour with one process, and questions.',
    body: `
## What happens

We take one process of a participant, measure it together on paper, and say what we would automate and what we would leave alone. It takes thirty minutes, and there is no presentation.

## Next dates

Dates are announced here as soon as they are set. If you would like your own process to be the example, [tell us about it](/#contact).
`,
  },
]

/** Demo notes, oldest first. `day` is the day of publication. */
export const demoNotes: (DemoText & { day: string })[] = [
  {
    slug: 'measure-before-you-automate',
    day: '2026-10-06',
    title: 'Measure before you automate',
    summary: 'Two weeks with a tally sheet tell you more than any demonstration.',
    body: `
Most automation projects begin with a demonstration. Ours begin with a tally sheet. For two weeks somebody at the desk makes a mark for everything that arrives: what it was, whether it was complete, and whether it had to be asked about.

## What the sheet shows

Three things come out of it nearly every time.

1. **A few kinds make up most of the work.** Of thirty kinds of documents, four are eighty percent of the pile.
2. **The expensive ones are not the frequent ones.** A claim with a missing page costs more than fifty clean invoices.
3. **Nobody agreed on what “done” means.** Two people at the same desk count differently, and both are right.

## What we do with it

We automate the part that is certain and frequent first. What is rare and expensive stays with a person, who gets more time for it. And the definition of “done” is written down before the first line of code, because it is the test that everything has to pass.

> If you cannot count it by hand for two weeks, you will not know afterwards whether the machine was worth it.

The sheet is free to take; you find it among our [resources](/pages/resources).
`,
  },
  {
    slug: 'what-a-confidence-is-for',
    day: '2026-11-10',
    title: 'What a confidence is for',
    summary: 'A number beside a reading is only useful when somebody decided what to do below it.',
    body: `
Every reading of a document carries a number between nought and one. It is tempting to treat it as a grade. It is better to treat it as a price: how much does it cost to look, and how much does it cost to be wrong?

## Choosing the limit

Take a thousand documents that people have already checked. For each possible limit, count two things:

- how many readings below it were in fact right (somebody looked for nothing);
- how many above it were wrong (nobody looked).

| Limit | Looked at for nothing | Wrong and not looked at |
|---:|---:|---:|
| 0.80 | 12 | 31 |
| 0.90 | 47 | 9 |
| 0.97 | 160 | 2 |

Put a price on each column and add them up. The lowest sum is your limit, and it is different for a postal code and for an amount.

## Looking again

The limit is not for ever. Scanners change, suppliers change their forms, and a model that was honest in spring can be too sure of itself in autumn. So a small sample from above the limit goes to a person every week. When the sample gets worse, the limit moves, and the record says who moved it and why.
`,
  },
]
