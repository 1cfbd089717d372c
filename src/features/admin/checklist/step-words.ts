import type { ChecklistStep } from './contract.ts'

type StepWords = { title: string; hint: string; link?: { to: string; text: string } }

const section = (name: string) => ({ to: `/admin/site?section=${name}`, text: 'Open' })

export const stepWords: Record<ChecklistStep, StepWords> = {
  name: {
    title: 'Name and tagline',
    hint: 'Both are still from the demo.',
    link: section('firm'),
  },
  about: { title: 'About text', hint: 'Who you are, in your words.', link: section('about') },
  look: {
    title: 'Logo and colours',
    hint: 'A logo, or a colour of your own.',
    link: section('appearance'),
  },
  contact: {
    title: 'How people reach you',
    hint: 'Email address, phone and postal address. Remove what you don’t have.',
    link: section('contact'),
  },
  hours: {
    title: 'Hours and time zone',
    hint: 'Reply times count these hours.',
    link: section('hours'),
  },
  profile: {
    title: 'Your name and picture',
    hint: 'Visitors see your name in chats and emails.',
    link: { to: '/admin/account', text: 'Open' },
  },
  figures: {
    title: 'Figures and cases',
    hint: 'No demo figures or cases are shown.',
    link: section('statistics'),
  },
  legal: {
    title: 'Legal texts',
    hint: 'Read and publish your privacy page and terms.',
    link: { to: '/admin/pages?kind=legal', text: 'Open' },
  },
  mail: {
    title: 'Email',
    hint: 'A mail server that has accepted a message.',
    link: { to: '/admin/mail', text: 'Check email' },
  },
  address: {
    title: 'Address',
    hint: 'PUBLIC_URL on the server is the https address that visitors use.',
  },
  live: {
    title: 'Go live',
    hint: 'Demo content is off.',
    link: section('demo'),
  },
}
