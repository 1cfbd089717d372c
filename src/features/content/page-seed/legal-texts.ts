export type LegalText = {
  slug: string
  title: string
  /** Shown below the title; one or two sentences. */
  summary: string
  /** Description for search results. */
  description: string
  keywords: string
  /** Markdown. */
  body: string
}

/**
 * Day of the last change to the texts. It must be in the past in every time zone, because the texts
 * are hidden until then.
 */
export const legalTextsOf = '2026-11-27'

/** Kinds of data with a retention period, which is given in days. */
type Kept = 'bookings' | 'chats' | 'closedInquiries' | 'mail' | 'quarantined'
export type Retain = { [K in Kept]?: number | undefined }

const deletions: [Kept, what: string, since: string][] = [
  ['chats', 'Chats', 'they end'],
  ['closedInquiries', 'Requests that led to no work', 'they are closed'],
  ['mail', 'Email with people who aren’t clients', 'the last message'],
  ['bookings', 'Calls with people who aren’t clients', 'they end or are cancelled'],
  ['quarantined', 'Messages set aside as spam', 'they arrive'],
]

function howLong(retain: Retain): string {
  const lines = deletions.flatMap(([retainedKind, what, since]) => {
    const days = retain[retainedKind]
    return days === undefined
      ? []
      : `- ${what}: ${days.toLocaleString('en-US')} ${days === 1 ? 'day' : 'days'} after ${since}.`
  })
  if (lines.length === 0) return 'We keep what you send us until you ask us to delete it.'
  const rest = 'We keep everything else until you ask us to delete it.'
  return ['We delete automatically:', lines.join('\n'), rest].join('\n\n')
}

/** The legal texts of a new installation. */
export const legalTexts = (isDemo: boolean, retain: Retain = {}): LegalText[] => {
  const demo = (sentence: string) => (isDemo ? `\n\n${sentence}` : '')
  return [
    {
      slug: 'privacy',
      title: 'Privacy',
      summary:
        'We keep what you send us so that we can answer, and nothing about you that you did not send. This site sells no data and shows no advertising.',
      description:
        'What {firm.name} stores when you write to us, ask for a consultation or chat, how long it is kept, and how to have it corrected or deleted.',
      keywords: 'privacy policy, personal data, data deletion, contact data',
      body: `
## Who is responsible

{firm.legalName}, {firm.address}, runs this site and decides what happens to your data.

## What we store when you write to us

Whichever way you reach us, we store what you enter and when:

- Contact form: your name, your email address, your message and, if you give them, your company and the service you ask about.
- Consultation request: the same, and whatever you add on the longer form, such as a phone number, the process you describe, a timeline or a budget.
- Chat: your name, your email address, your company if you give it, and the conversation. We also keep the page you were on, the page you came from and the name of your browser.
- Email: what we write to each other, with attachments.

## What we use it for

A person reads your message and replies within {firm.replyWithin}. If we start to work together, your details become a client record with the projects, notes and documents that belong to it. We don’t send newsletters, and we don’t use your messages to train models.

## Spam

A hidden field, the time it took to fill in the form and the number of messages from one network address decide whether a message is set aside. We store neither the field nor the time; the address is counted for a minute. If a message is set aside, we keep the reason, and a person can overrule it.

## What the server logs

For each request the server logs the kind of page or call, whether it succeeded and how long it took. It doesn’t log your address, your search terms or what you typed.

## Who else sees it

Your data stays with us and the company that hosts our servers. Our emails, including notices to our staff with your name, company and the start of your message, pass through the company that runs our mailbox. This site loads nothing from other companies, unless you accept audience measurement where we use it. When a client asks us to set up Google Workspace folders, calendars or sheets, Google holds the documents placed there under the client’s own agreement.

## How long we keep it

${howLong(retain)} We’ll tell you when it’s done. Records of work for a client stay as long as the law requires. If you ask us not to write again, we keep only a hash of your address.

## Your choices

Write to {firm.email} to see, correct or delete what we hold about you. The GDPR page lists your rights in Europe; we grant them to everyone.
`,
    },
    {
      slug: 'terms',
      title: 'Terms',
      summary:
        'What you can expect of this site, and what we expect of you. Work for clients has a contract of its own.',
      description:
        'The terms for using the website of {firm.name}: what the information is worth, how requests are handled, and what is not allowed.',
      keywords: 'terms of use, website terms, liability',
      body: `
## What this site is

{firm.legalName} describes its services here and offers ways to get in touch. Nothing on these pages is a binding offer: prices, dates and results are set in a written agreement after we’ve measured your process.${demo('Companies, people and figures on this site are fictional, and each is marked as a demonstration.')}

## When you contact us

Messages, consultation requests and chats are free, with no obligation. Please don’t send documents with other people’s personal data before we’ve agreed how to protect them.

## What is not allowed

- entering another person’s details without their knowledge;
- sending messages automatically or in bulk;
- testing, overloading or circumventing the protection of this site, except as the security page allows.

## Our material

Texts and drawings on this site are ours. You may quote and link to them; to reuse more, please ask. What we build for a client belongs to the client, as the contract says.

## Care and liability

We do our best to keep the information correct and the site available, and we fix what turns out to be wrong. We can’t promise that it’s never interrupted or free of errors. Where the law allows it, we aren’t liable for losses from relying on a public page instead of an agreement with us.

## Law

The law of the State of California applies, unless the law of your country gives you better protection as a consumer.
`,
    },
    {
      slug: 'security',
      title: 'Security',
      summary:
        'How this site and the data behind it are protected, in terms you can check, and how to tell us about a weakness.',
      description:
        'How {firm.name} protects its site and client data: encryption, access by named person, careful sign-in, checked uploads, and how to report a weakness.',
      keywords: 'security, vulnerability report, access control, SOC 2',
      body: `
## In transit and in the browser

Pages and data are meant to travel over HTTPS only, and browsers are told to insist on it. A content security policy lets this site run only its own scripts and keeps other sites from showing it in a frame.

## Who gets in

Client data is behind a sign-in, with an account for each person. There are three roles, and the server checks the role on every request, not just on the screen. Passwords are stored as Argon2id hashes; session tokens are random and stored only as a hash. After ten failed attempts from one address, sign-in to that account from there is blocked for a while.

## What comes in

Every input is checked against a schema before it’s used. Uploaded documents must be of a permitted type, by name and by content, and only people who are signed in can download them.

## What we log

The log names the kind of request and its outcome, never its content. Error messages don’t reveal how the server works.

## Examination

SOC 2 controls examined. Report under NDA.${demo('This statement is part of the demonstration.')}

## Tell us about a weakness

Write to {firm.email} with what you did and what you saw. A person replies within {firm.replyWithin}. If you act in good faith, touch only your own data and give us time to fix it, we won’t take legal action, and we’ll thank you by name if you like.
`,
    },
    {
      slug: 'gdpr',
      title: 'GDPR',
      summary:
        'The rights that the General Data Protection Regulation gives you, and the facts we owe you under it. We apply them wherever you live.',
      description:
        'Controller, purposes, legal bases, recipients and your rights under the GDPR when you contact {firm.name} or work with us.',
      keywords: 'GDPR, data protection rights, legal basis, data processing agreement',
      body: `
## Controller

{firm.legalName}, {firm.address}. Send data protection questions to {firm.email}; a person answers them.

## Purposes and legal bases

- Answering your message, consultation request or chat: steps at your request before a contract, Article 6(1)(b).
- Working for you as a client: performance of the contract, Article 6(1)(b).
- Keeping spam and break-ins away: our legitimate interest in a site that works, Article 6(1)(f).
- Audience measurement, where it is switched on: your consent, Article 6(1)(a), which you can withdraw in the footer as easily as you gave it.

## Your rights

You may ask us at any time to:

- tell you what we hold about you and give you a copy (Article 15);
- correct it (Article 16) or delete it (Article 17);
- restrict its use while a question is open (Article 18);
- hand it over in a machine-readable format (Article 20);
- stop using it where we rely on a legitimate interest (Article 21).

## How to use them

Write to {firm.email} from the address we know. We answer within one month, free of charge. If you’re not satisfied with the answer, you can complain to the supervisory authority where you live or work.

## No automated decisions

Software alone makes no decision with legal or similarly significant effects on you. The only automated check on this site is whether a message looks like spam, and a person can see and reverse it.

## When we work with your data

In a client’s workflows, the client is the controller and we’re the processor. We sign a data processing agreement before the first document arrives, name every sub-processor in it and keep the data in the region you choose.
`,
    },
    {
      slug: 'cookies',
      title: 'Cookies',
      summary:
        'If you only visit, this site sets no cookies. Three small notes may stay in your browser, each for something you did.',
      description:
        'Visiting {firm.name} sets no cookies. What your browser remembers: the theme you chose, a chat you started and what you typed. What staff cookies do.',
      keywords: 'cookies, local storage, consent, session cookie',
      body: `
## What your browser remembers

These are entries in your browser’s storage, not cookies:

- Theme: “light” or “dark”, once you use the switch. It never leaves your browser.
- Chat: a number for your conversation and a secret that proves it’s yours, once you start a chat, so that reloading doesn’t lose it.
- Forms: what you typed and haven’t sent, until you send it or close the tab. Your browser keeps it to itself.

## Audience measurement

Unless it’s switched on, there is none: no banner, no cookie and no request to another company. Where it’s switched on, a banner lets you accept or reject it, with equal prominence. Nothing loads before you choose, your choice is remembered in your browser, and “Cookie Settings” in the footer lets you change it.

## For our staff

People who sign in to the back-office get one cookie, which holds a random token and nothing else. Scripts can’t read it, it’s sent only to this site, and it expires after 8 hours without use, after 12 hours in any case, or when they sign out.

## How to remove it

Clear this site’s data in your browser’s settings. The theme goes back to light, and the chat starts over.
`,
    },
  ]
}
