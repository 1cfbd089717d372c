import type { checkSteps, SelfCheck } from './contract.ts'

export const stepNames: Record<(typeof checkSteps)[number], string> = {
  form: 'Contact form',
  chat: 'Live chat',
  file: 'Files',
  mail: 'Mail',
  traces: 'Cleaning up',
}

/** `03:10` today, `May 7, 03:10` on another day. */
export function momentWords(iso: string, now: Date, locale?: string): string {
  const moment = new Date(iso)
  const isToday = moment.toDateString() === now.toDateString()
  return new Intl.DateTimeFormat(locale, {
    ...(!isToday && { month: 'short', day: 'numeric' }),
    ...{ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  }).format(moment)
}

export function headline(
  { state, checkedAt, runningSince }: SelfCheck,
  now: Date,
  locale?: string,
): string {
  if (runningSince) return 'The self-check is running'
  if (!checkedAt) {
    return state === 'overdue' ? 'Self-check has never run' : 'Self-check has not run yet'
  }
  const at = momentWords(checkedAt, now, locale)
  if (state === 'overdue') return `No self-check since ${at}`
  return state === 'failed' ? `Self-check failed ${at}` : `Self-check passed ${at}`
}

const meanings: Record<SelfCheck['state'], string> = {
  verified: 'Contact form, live chat, files and mail worked when the site tried them itself.',
  failed: 'Visitors may not get through. The log of the server says more.',
  overdue: 'A check is due every night at 03:10 of the server’s clock. Is the server running then?',
  pending: 'The site tries contact form, live chat, files and mail every night at 03:10.',
}

export function meaningOf({ state, skipped, runningSince }: SelfCheck): string {
  if (runningSince)
    return 'Where mail comes in, one mail goes out and back, which takes up to a minute.'
  const meaning = meanings[state]
  if (state !== 'verified' || !skipped.includes('mail')) return meaning
  return `${meaning.replace(', files and mail', ' and files')} Mail is not set up.`
}
