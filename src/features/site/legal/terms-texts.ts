import { brand } from '../../../brand.ts'
import type { LegalText } from './legal-text.ts'

const { name, legalName, email, hours, demo } = brand

export const terms: LegalText = {
  slug: 'terms',
  title: 'Terms',
  summary:
    'What you can expect of this site, and what we expect of you. Work for clients has a contract of its own.',
  description: `The terms for using the website of ${name}: what the information is worth, how requests are handled, and what is not allowed.`,
  keywords: 'terms of use, website terms, liability',
  sections: [
    {
      heading: 'What this site is',
      paragraphs: [
        `${legalName} describes its services here and offers ways to get in touch. Nothing on these pages is an offer that binds either of us: prices, times and results are set in a written agreement after we have measured your process.`,
        ...(demo
          ? [
              'Companies, people and figures on this site are fictional, and each is marked as a demonstration.',
            ]
          : []),
      ],
    },
    {
      heading: 'When you contact us',
      paragraphs: [
        'A message, a consultation request and a chat are free and oblige you to nothing. Please do not send documents with personal data of others before we have agreed how to protect them.',
      ],
    },
    {
      heading: 'What is not allowed',
      paragraphs: [],
      points: [
        'to enter another person’s details without their knowledge;',
        'to send messages automatically or in bulk;',
        'to test, overload or circumvent the protection of this site, except as the page on security allows.',
      ],
    },
    {
      heading: 'Our material',
      paragraphs: [
        'Texts and drawings on this site are ours. You may quote and link to them; to reuse more, ask. What we build for a client belongs to the client, as the contract says.',
      ],
    },
    {
      heading: 'Care and liability',
      paragraphs: [
        'We keep the information correct and the site available, and we correct what turns out to be wrong. We cannot promise that it is never interrupted or free of error. Where the law allows it, we are not liable for loss that comes from relying on a public page instead of an agreement with us.',
      ],
    },
    {
      heading: 'Law',
      paragraphs: [
        'The law of the State of California applies, unless the law of the country you live in protects you better as a consumer.',
      ],
    },
  ],
}

export const security: LegalText = {
  slug: 'security',
  title: 'Security',
  summary:
    'How this site and the data behind it are protected, in terms you can check, and how to tell us about a weakness.',
  description: `How ${name} protects its site and client data: encryption, access by named person, careful sign-in, checked uploads, and how to report a weakness.`,
  keywords: 'security, vulnerability report, access control, SOC 2',
  sections: [
    {
      heading: 'On the way and in the browser',
      paragraphs: [
        'Pages and calls are meant to travel over HTTPS alone, and browsers are told to insist on it. A content policy lets this site run its own scripts and no others, and keeps other sites from showing it in a frame.',
      ],
    },
    {
      heading: 'Who gets in',
      paragraphs: [
        'Clients’ data is behind a sign-in by named person. There are three roles, and the server checks the role at each call, not just the screen. Passwords are stored as Argon2id hashes; session tokens are random and stored only as a hash. After ten failed attempts from one address, signing in to that account from there has to wait.',
      ],
    },
    {
      heading: 'What comes in',
      paragraphs: [
        'Every input is checked against a written description before it is used. Uploaded documents must be of a permitted kind, by name and by content, and are only ever handed out as downloads to people who are signed in.',
      ],
    },
    {
      heading: 'What is written down',
      paragraphs: [
        'The log names the kind of request and its outcome, never its content. Errors are shown without the inner workings of the server.',
      ],
    },
    {
      heading: 'Examination',
      paragraphs: [
        'SOC 2 controls examined. Report under NDA.',
        ...(demo ? ['This statement is part of the demonstration.'] : []),
      ],
    },
    {
      heading: 'Tell us about a weakness',
      paragraphs: [
        `Write to ${email} with what you did and what you saw. A person answers within one working day, ${hours.daysName}. If you act in good faith, touch no data but your own and give us time to mend it, we will not take legal steps, and we will thank you by name if you like.`,
      ],
    },
  ],
}
