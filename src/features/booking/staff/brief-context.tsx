import { Link } from 'react-router'
import type { Brief } from '../agenda/contract.ts'

const moment = (at: string) =>
  new Date(at).toLocaleString(undefined, {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  })

export function OpenQuestions({ questions }: { questions: string[] }) {
  return (
    <section aria-labelledby="brief-ask">
      <h2 id="brief-ask">Ask</h2>
      <ol className="brief-ask">
        {questions.map((question) => (
          <li key={question}>{question}</li>
        ))}
      </ol>
    </section>
  )
}

const origins = { request: 'Request', chat: 'Chat', call: 'Call' } as const

export function SourcePages({ pages }: { pages: Brief['pages'] }) {
  if (pages.length === 0) return null
  return (
    <section aria-labelledby="brief-pages">
      <h2 id="brief-pages">Pages they wrote from</h2>
      <ul className="brief-list">
        {pages.map(({ path, at, from }) => (
          <li key={from}>
            <a href={path}>{path}</a>
            <span className="brief-small">
              {origins[from]}, <time dateTime={at}>{moment(at)}</time>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

export function EarlierContacts({ entries }: { entries: Brief['before'] }) {
  if (entries.length === 0) return null
  return (
    <section aria-labelledby="brief-before">
      <h2 id="brief-before">Before</h2>
      <ul className="brief-list brief-before">
        {entries.map(({ at, text, href }) => (
          <li key={`${at} ${text}`}>
            <Link to={href}>
              <bdi>{text}</bdi>
            </Link>
            <time className="brief-small" dateTime={at}>
              {moment(at)}
            </time>
          </li>
        ))}
      </ul>
    </section>
  )
}
