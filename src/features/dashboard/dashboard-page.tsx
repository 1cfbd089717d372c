import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useLocation, useOutletContext, useSearchParams } from 'react-router'
import { brand } from '../../brand.ts'
import { query } from '../../web/api/query.ts'
import { Badge } from '../../web/ui/badge.tsx'
import { Tab, TabList, TabPanel, Tabs } from '../../web/ui/tabs.tsx'
import type { SessionUser } from '../auth/contract.ts'
import { ChatTab } from '../chat-desk/chat-tab.tsx'
import { useAttention } from '../chat-desk/use-desk.ts'
import { InquiriesTab } from '../inquiries/inquiries-tab.tsx'
import { dashboard } from './contract.ts'
import { OverviewTab } from './overview-tab.tsx'

export function meta() {
  return [{ title: `Dashboard · ${brand.name} admin` }, { name: 'robots', content: 'noindex' }]
}

const tabs = [
  { value: 'overview', label: 'Overview', panel: OverviewTab },
  { value: 'chat', label: 'Live Chat', panel: ChatTab },
  { value: 'inquiries', label: 'Inquiries', panel: InquiriesTab },
] as const

export default function DashboardPage() {
  const user = useOutletContext<SessionUser>()
  const [parameters, setParameters] = useSearchParams()
  const asked = parameters.get('tab')
  const current = tabs.find(({ value }) => value === asked)?.value ?? 'overview'
  const { data: overview } = useQuery(query(dashboard.overview))
  const counts: Record<string, number | undefined> = {
    inquiries: overview?.inquiries.waiting,
    chat: useAttention(),
  }

  return (
    <>
      <Welcome user={user} />
      <Tabs
        value={current}
        onValueChange={(tab) => setParameters(tab === 'overview' ? {} : { tab })}
      >
        <TabList label="Dashboard">
          {tabs.map(({ value, label }) => (
            <Tab key={value} value={value} count={counts[value]}>
              {label}
            </Tab>
          ))}
        </TabList>
        {tabs.map(({ value, panel: Panel }) => (
          <TabPanel key={value} value={value}>
            <Panel />
          </TabPanel>
        ))}
      </Tabs>
    </>
  )
}

/** Takes the focus right after sign-in, so that a screen reader starts here. */
function Welcome({ user }: { user: SessionUser }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const { state } = useLocation()
  const arrived = Boolean((state as { justSignedIn?: boolean } | null)?.justSignedIn)
  useEffect(() => {
    if (arrived) heading.current?.focus()
  }, [arrived])
  return (
    <div className="mb-6 flex flex-wrap items-center gap-3">
      <h1 ref={heading} tabIndex={-1} className="h3 min-w-0 break-words">
        Welcome, {user.username}
      </h1>
      <Badge variant="outline">{user.role}</Badge>
    </div>
  )
}
