import { brand } from '../../../brand.ts'
import type { LegalText } from './legal-text.ts'

const { name, legalName, email, address, replyWithinHours } = brand
const place = address
  ? `, ${address.street}, ${address.city}, ${address.region} ${address.postalCode}`
  : ''

export const privacy: LegalText = {
  slug: 'privacy',
  title: 'Privacy',
  summary:
    'We keep what you send us so that we can answer, and nothing about you that you did not send. This site sells no data and shows no advertising.',
  description: `What ${name} stores when you write to us, ask for a consultation or chat, how long it is kept, and how to have it corrected or deleted.`,
  keywords: 'privacy policy, personal data, data deletion, contact data',
  sections: [
    {
      heading: 'Who is responsible',
      paragraphs: [`${legalName}${place}, runs this site and decides what happens to the data.`],
    },
    {
      heading: 'What we store when you write to us',
      paragraphs: ['Each of the three ways to reach us stores what you enter, and the time:'],
      points: [
        'Contact form: your name, your email address, your message and, if you give them, your company and the service you ask about.',
        'Consultation request: the same, and whatever you add on the longer form, such as a phone number, the process you describe, a timeline or a budget.',
        'Chat: your name, your email address, your company if you give it, and the conversation. The page you were on, the page you came from and the name of your browser are kept with it, so that the person who answers knows the context.',
      ],
    },
    {
      heading: 'What we use it for',
      paragraphs: [
        `A person reads your message and replies within ${replyWithinHours} hours. If we start to work together, your details become a client record with the projects, notes and documents that belong to it. We send no newsletters, and we do not use your messages to train models.`,
      ],
    },
    {
      heading: 'Spam',
      paragraphs: [
        'There is no puzzle to solve. A hidden field, the time it took to fill in the form and the number of messages from one network address decide whether a message is set aside for a second look. The hidden field and the time are not stored; the address is counted for about a minute and is not stored with your message. If a message is set aside, the reason is kept with it, and a person can overrule it.',
      ],
    },
    {
      heading: 'What the server notes down',
      paragraphs: [
        'For each request the server logs the kind of page or call, whether it succeeded and how long it took. It does not log your address, your search terms or what you typed.',
      ],
    },
    {
      heading: 'Who else sees it',
      paragraphs: [
        'Your data stays with us and with the company that hosts our servers. When you write to us, our own mailbox may get a notice with your name, your address and the beginning of your message; if a chat waits, one with your name. The company that runs that mailbox for us handles them, too. This site loads nothing from other companies: fonts, pictures and scripts come from our own server. If we use audience measurement, it asks you first and loads nothing until you accept. When a client asks us to set up Google Workspace folders, calendars or sheets, the documents placed there are held by Google under the client’s own agreement.',
      ],
    },
    {
      heading: 'How long we keep it',
      paragraphs: [
        'Nothing is deleted on a timer; people delete it. Messages that lead nowhere are removed when the conversation is over, client records when the law no longer asks us to keep them. You can ask for deletion at any time, and we will tell you when it is done.',
      ],
    },
    {
      heading: 'Your choices',
      paragraphs: [
        `Write to ${email} to see, correct or delete what we hold about you. The page on GDPR lists the rights that European law gives you; we grant them to everybody.`,
      ],
    },
  ],
}

export const gdpr: LegalText = {
  slug: 'gdpr',
  title: 'GDPR',
  summary:
    'The rights that the General Data Protection Regulation gives you, and the facts we owe you under it. We apply them wherever you live.',
  description: `Controller, purposes, legal bases, recipients and your rights under the GDPR when you contact ${name} or work with us.`,
  keywords: 'GDPR, data protection rights, legal basis, data processing agreement',
  sections: [
    {
      heading: 'Controller',
      paragraphs: [
        `${legalName}${place}. Data protection questions go to ${email} and are answered by a person.`,
      ],
    },
    {
      heading: 'Purposes and legal bases',
      paragraphs: [],
      points: [
        'Answering your message, consultation request or chat: steps at your request before a contract, Article 6(1)(b).',
        'Working for you as a client: performance of the contract, Article 6(1)(b).',
        'Keeping spam and break-ins away: our legitimate interest in a site that works, Article 6(1)(f).',
        'Audience measurement, where it is switched on: your consent, Article 6(1)(a), which you can withdraw in the footer as easily as you gave it.',
      ],
    },
    {
      heading: 'Your rights',
      paragraphs: ['You may ask us at any time to:'],
      points: [
        'tell you what we hold about you and give you a copy (Article 15);',
        'correct it (Article 16) or delete it (Article 17);',
        'set it aside while a question is open (Article 18);',
        'hand it over in a form that another system can read (Article 20);',
        'stop using it where we rely on a legitimate interest (Article 21).',
      ],
    },
    {
      heading: 'How to use them',
      paragraphs: [
        `Write to ${email} from the address we know you by. We answer within one month, free of charge. If you are not content with the answer, you can complain to the supervisory authority where you live or work.`,
      ],
    },
    {
      heading: 'No decisions by machine alone',
      paragraphs: [
        'No decision with legal or similar effect on you is made by software alone. The only automatic judgement on this site is whether a message looks like spam, and a person can see and reverse it.',
      ],
    },
    {
      heading: 'When we work with your data',
      paragraphs: [
        'In a client’s workflows the client is the controller and we are the processor. We sign a data processing agreement before the first document arrives, name every sub-processor in it, and keep the data in the region you choose.',
      ],
    },
  ],
}

export const cookies: LegalText = {
  slug: 'cookies',
  title: 'Cookies',
  summary:
    'If you only visit, this site sets no cookies. Two small notes may stay in your browser, and both are there for something you did.',
  description: `Visiting ${name} sets no cookies. What your browser remembers: the theme you chose, and a chat you started. What staff cookies do.`,
  keywords: 'cookies, local storage, consent, session cookie',
  sections: [
    {
      heading: 'What your browser remembers',
      paragraphs: ['These are entries in your browser’s own storage, not cookies:'],
      points: [
        'Theme: “light” or “dark”, once you use the switch. It never leaves your browser.',
        'Chat: a number that stands for your conversation and a secret that proves it is yours, once you start a chat, so that a reload does not lose it.',
      ],
    },
    {
      heading: 'Audience measurement',
      paragraphs: [
        'Unless it is switched on, there is none: no banner, no cookie and no request to another company. Where it is switched on, a banner offers to accept or to reject, with the same weight. Nothing loads before you choose, your choice is remembered in your browser, and “Cookie settings” in the footer lets you change it.',
      ],
    },
    {
      heading: 'For our staff',
      paragraphs: [
        'People who sign in to the back-office get one cookie, which holds a random token and nothing else. It cannot be read by scripts, is sent to this site only, and ends after 8 hours without use, after 12 hours in any case, or on signing out.',
      ],
    },
    {
      heading: 'How to remove it',
      paragraphs: [
        'Clear the data of this site in your browser’s settings. The theme then returns to light, and a chat starts anew.',
      ],
    },
  ],
}
