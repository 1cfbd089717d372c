export type LegalText = {
  slug: string
  title: string
  /** Shown under the title; one or two sentences. */
  summary: string
  /** For search results. */
  description: string
  keywords: string
  /** Markdown. */
  body: string
}

/** Day of the last change to the texts. */
export const legalTextsOf = '2026-11-23'

/** The legal texts of a new installation. */
export const legalTexts = (isDemo: boolean, officeDays: string): LegalText[] => {
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

{firm.legalName}, {firm.address}, runs this site and decides what happens to the data.

## What we store when you write to us

Each way to reach us stores what you enter, and the time:

- Contact form: your name, your email address, your message and, if you give them, your company and the service you ask about.
- Consultation request: the same, and whatever you add on the longer form, such as a phone number, the process you describe, a timeline or a budget.
- Chat: your name, your email address, your company if you give it, and the conversation. The page you were on, the page you came from and the name of your browser are kept with it as context.
- Mail: what you and we write, with attachments, is kept with your request.

## What we use it for

A person reads your message and replies within {firm.replyWithin}. If we start to work together, your details become a client record with the projects, notes and documents that belong to it. We send no newsletters, and we do not use your messages to train models.

## Spam

A hidden field, the time it took to fill in the form and the number of messages from one network address decide whether a message is set aside. The field and the time are not stored; the address is counted for about a minute and not stored with your message. If a message is set aside, the reason is kept with it, and a person can overrule it.

## What the server notes down

For each request the server logs the kind of page or call, whether it succeeded and how long it took. It does not log your address, your search terms or what you typed.

## Who else sees it

Your data stays with us and with the company that hosts our servers. Mails between you and us, and notices to our staff with your name, your company and the beginning of your message, pass through the company that runs our mailbox. This site loads nothing from other companies, unless you accept audience measurement where we use it. When a client asks us to set up Google Workspace folders, calendars or sheets, the documents placed there are held by Google under the client’s own agreement.

## How long we keep it

Nothing is deleted on a timer; people delete it. Messages that lead nowhere are removed when the conversation is over, client records when the law no longer asks us to keep them. You can ask for deletion at any time, and we will tell you when it is done. If you ask us not to write again, only a hash of your address stays.

## Your choices

Write to {firm.email} to see, correct or delete what we hold about you. The page on GDPR lists the rights that European law gives you; we grant them to everybody.
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

{firm.legalName} describes its services here and offers ways to get in touch. Nothing on these pages is an offer that binds either of us: prices, times and results are set in a written agreement after we have measured your process.${demo('Companies, people and figures on this site are fictional, and each is marked as a demonstration.')}

## When you contact us

A message, a consultation request and a chat are free and oblige you to nothing. Please do not send documents with personal data of others before we have agreed how to protect them.

## What is not allowed

- to enter another person’s details without their knowledge;
- to send messages automatically or in bulk;
- to test, overload or circumvent the protection of this site, except as the page on security allows.

## Our material

Texts and drawings on this site are ours. You may quote and link to them; to reuse more, ask. What we build for a client belongs to the client, as the contract says.

## Care and liability

We keep the information correct and the site available, and we correct what turns out to be wrong. We cannot promise that it is never interrupted or free of error. Where the law allows it, we are not liable for loss that comes from relying on a public page instead of an agreement with us.

## Law

The law of the State of California applies, unless the law of the country you live in protects you better as a consumer.
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
## On the way and in the browser

Pages and calls are meant to travel over HTTPS alone, and browsers are told to insist on it. A content policy lets this site run its own scripts and no others, and keeps other sites from showing it in a frame.

## Who gets in

Clients’ data is behind a sign-in by named person. There are three roles, and the server checks the role at each call, not just the screen. Passwords are stored as Argon2id hashes; session tokens are random and stored only as a hash. After ten failed attempts from one address, signing in to that account from there has to wait.

## What comes in

Every input is checked against a written description before it is used. Uploaded documents must be of a permitted kind, by name and by content, and are only ever handed out as downloads to people who are signed in.

## What is written down

The log names the kind of request and its outcome, never its content. Errors are shown without the inner workings of the server.

## Examination

SOC 2 controls examined. Report under NDA.${demo('This statement is part of the demonstration.')}

## Tell us about a weakness

Write to {firm.email} with what you did and what you saw. A person answers within one working day, ${officeDays}. If you act in good faith, touch no data but your own and give us time to mend it, we will not take legal steps, and we will thank you by name if you like.
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

{firm.legalName}, {firm.address}. Data protection questions go to {firm.email} and are answered by a person.

## Purposes and legal bases

- Answering your message, consultation request or chat: steps at your request before a contract, Article 6(1)(b).
- Working for you as a client: performance of the contract, Article 6(1)(b).
- Keeping spam and break-ins away: our legitimate interest in a site that works, Article 6(1)(f).
- Audience measurement, where it is switched on: your consent, Article 6(1)(a), which you can withdraw in the footer as easily as you gave it.

## Your rights

You may ask us at any time to:

- tell you what we hold about you and give you a copy (Article 15);
- correct it (Article 16) or delete it (Article 17);
- set it aside while a question is open (Article 18);
- hand it over in a form that another system can read (Article 20);
- stop using it where we rely on a legitimate interest (Article 21).

## How to use them

Write to {firm.email} from the address we know you by. We answer within one month, free of charge. If you are not content with the answer, you can complain to the supervisory authority where you live or work.

## No decisions by machine alone

No decision with legal or similar effect on you is made by software alone. The only automatic judgement on this site is whether a message looks like spam, and a person can see and reverse it.

## When we work with your data

In a client’s workflows the client is the controller and we are the processor. We sign a data processing agreement before the first document arrives, name every sub-processor in it, and keep the data in the region you choose.
`,
    },
    {
      slug: 'cookies',
      title: 'Cookies',
      summary:
        'If you only visit, this site sets no cookies. Two small notes may stay in your browser, and both are there for something you did.',
      description:
        'Visiting {firm.name} sets no cookies. What your browser remembers: the theme you chose, and a chat you started. What staff cookies do.',
      keywords: 'cookies, local storage, consent, session cookie',
      body: `
## What your browser remembers

These are entries in your browser’s own storage, not cookies:

- Theme: “light” or “dark”, once you use the switch. It never leaves your browser.
- Chat: a number that stands for your conversation and a secret that proves it is yours, once you start a chat, so that a reload does not lose it.

## Audience measurement

Unless it is switched on, there is none: no banner, no cookie and no request to another company. Where it is switched on, a banner offers to accept or to reject, with the same weight. Nothing loads before you choose, your choice is remembered in your browser, and “Cookie settings” in the footer lets you change it.

## For our staff

People who sign in to the back-office get one cookie, which holds a random token and nothing else. It cannot be read by scripts, is sent to this site only, and ends after 8 hours without use, after 12 hours in any case, or on signing out.

## How to remove it

Clear the data of this site in your browser’s settings. The theme then returns to light, and a chat starts anew.
`,
    },
  ]
}
