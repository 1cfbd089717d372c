import { data, Link } from 'react-router'
import { LostJourney } from '../../../web/illustrations/lost-journey.tsx'
import { ChatLink } from '../../chat/opening/chat-button.tsx'
import { hiddenHead } from '../seo/head.ts'
import { SectionLink } from './section-link.tsx'
import { sections } from './sections.ts'

export function meta() {
  return hiddenHead('Page Not Found')
}

export function loader() {
  return data(null, { status: 404 })
}

export default function NotFoundPage() {
  return <PageNotFound />
}

/** Also shown by pages whose own record does not exist. */
export function PageNotFound() {
  return (
    <div className="wrap not-found">
      <h1 className="h1-page">404 Page Not Found</h1>
      <LostJourney />
      <p className="lead">
        This address is not on any of our routes. The document you followed here may have moved; one
        of these will take you further.
      </p>
      <ul className="not-found-links">
        <li>
          <Link className="link" to="/">
            Home
          </Link>
        </li>
        {sections.map(({ id, label }) => (
          <li key={id}>
            <SectionLink className="link" section={id}>
              {label}
            </SectionLink>
          </li>
        ))}
        <li>
          <ChatLink>Open chat</ChatLink>
        </li>
      </ul>
      <p className="small not-found-note">Did you forget to add the page to the router?</p>
    </div>
  )
}
