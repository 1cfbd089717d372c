import { data, Link, redirectDocument } from 'react-router'
import { ChatLink } from '#features/chat/widget/chat-button.tsx'
import { siteContext } from '#web/api/site-context.ts'
import { LostJourney } from '#web/illustrations/lost-journey.tsx'
import { hiddenHead } from '../seo/head.ts'
import type { Route } from './+types/not-found-page.ts'
import { SectionLink } from './section-link.tsx'
import { sections } from './sections.ts'
import { sectionLabel, useLayoutWords } from './use-layout-words.ts'

export function meta() {
  return hiddenHead('Page Not Found')
}

export function loader({ request, context }: Route.LoaderArgs) {
  const { pathname } = new URL(request.url)
  const [, , , ...rest] = pathname.replace(/(\/_)?\.data$/, '').split('/')
  // The link of this preview has expired. Its router is based below that path, so it needs a new
  // document.
  if (!context.get(siteContext).isDocument && /^\/preview\//.test(pathname)) {
    throw redirectDocument(`/${rest.join('/')}`)
  }
  return data(null, { status: 404 })
}

/** Also shown by pages whose own record does not exist. */
export default function NotFoundPage() {
  const words = useLayoutWords()
  return (
    <div className="wrap not-found">
      <h1 className="h1-page">404 Page Not Found</h1>
      <LostJourney />
      <p className="lead not-found-lead">
        This address is not on any of our routes. The document you followed here may have moved; one
        of these will take you further.
      </p>
      <ul className="not-found-links">
        <li>
          <Link className="link" to="/">
            Home
          </Link>
        </li>
        {sections.map((id) => (
          <li key={id}>
            <SectionLink className="link" section={id}>
              {sectionLabel(words, id)}
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
