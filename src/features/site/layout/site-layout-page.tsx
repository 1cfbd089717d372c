import { Outlet } from 'react-router'
import { ChatHost } from '#features/chat/widget/chat-host.tsx'
import { ConsultationHost } from '#features/leads/consultation-form/consultation-host.tsx'
import { useClearQueriesOnLeave } from '#web/api/public-query.tsx'
import { siteContext } from '#web/api/site-context.ts'
import { absent, lazyComponent } from '#web/ui/lazy-component.tsx'
import { Analytics } from '../analytics/analytics.tsx'
import { previewWords } from '../previews/preview-words.ts'
import { StructuredData } from '../seo/structured-data-slot.tsx'
import type { Route } from './+types/site-layout-page.ts'
import { Announcement } from './announcement.tsx'
import { announcementWords } from './announcement-words.ts'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { LayoutContext, type LayoutWords } from './use-layout-words.ts'

const ScreenLinks = lazyComponent(() =>
  import('#web/ui/screen-links.tsx').then((module) => module.ScreenLinks, absent),
)

const readBookPath = () =>
  import('#features/booking/visitor/book-path.tsx').then((module) => module.readBookPath())

const loadChat = () => import('./load-chat.tsx').then((module) => module.loadChat())

export async function loader({ context, url }: Route.LoaderArgs): Promise<LayoutWords> {
  const site = context.get(siteContext)
  const { firm, navigation, footer } = site.settings
  const announcement = announcementWords(site)
  const image = await site.imageOf(url.pathname)
  site.serverOnly.footer = footer
  return {
    navigation,
    tagline: firm.tagline,
    ...(image && { image }),
    ...(announcement && { announcement }),
    ...(site.preview && { preview: previewWords(site.preview, site.settings) }),
    ...(!site.isDocument && { footer }),
  }
}

export default function SiteLayoutPage({ loaderData }: Route.ComponentProps) {
  const { announcement, preview } = loaderData
  useClearQueriesOnLeave()
  return (
    <LayoutContext value={loaderData}>
      <a href="#content" className="skip-link no-print">
        Skip to content
      </a>
      <Analytics />
      {preview && (
        <aside aria-label="Preview" className="announcement announcement-attention">
          <p className="wrap announcement-row">{preview}</p>
        </aside>
      )}
      {announcement && <Announcement words={announcement} />}
      <Header />
      <main id="content" tabIndex={-1}>
        <Outlet />
      </main>
      <Footer />
      {!preview && <ScreenLinks layout="body" />}
      <StructuredData />
      <ConsultationHost readBookPath={preview ? undefined : readBookPath} />
      <ChatHost load={loadChat} />
    </LayoutContext>
  )
}
