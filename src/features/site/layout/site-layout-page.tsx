import { Outlet } from 'react-router'
import { useForgottenAnswers } from '../../../web/api/answers.tsx'
import { ChatHost } from '../../chat/widget/chat-host.tsx'
import { ConsultationHost } from '../../leads/consultations/consultation-host.tsx'
import './frame.css'
import '../home/site.css'
import { Analytics } from '../analytics/analytics.tsx'
import { StructuredData } from '../seo/structured-data-slot.tsx'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'

export default function SiteLayoutPage() {
  useForgottenAnswers()
  return (
    <>
      <a href="#content" className="skip-link no-print">
        Skip to content
      </a>
      <Analytics />
      <Header />
      <main id="content" tabIndex={-1}>
        <Outlet />
      </main>
      <Footer />
      <StructuredData />
      <ConsultationHost />
      <ChatHost />
    </>
  )
}
