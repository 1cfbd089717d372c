import { useQuery } from '@tanstack/react-query'
import { LogOut } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Link, type MetaArgs, useLocation, useOutletContext, useSearchParams } from 'react-router'
import { useAttention } from '#features/chat/alerts/agent-console.tsx'
import { ChatTab } from '#features/chat/alerts/chat-tab.tsx'
import { ClientsTab } from '#features/clients/list/clients-tab.tsx'
import { CaseStudiesTab } from '#features/content/case-studies/case-studies-tab.tsx'
import { ServicesTab } from '#features/content/services/services-tab.tsx'
import { GoogleTab } from '#features/google/screens/google-tab.tsx'
import type { SessionUser } from '#features/identity/sign-in/contract.ts'
import { useLogout } from '#features/identity/sign-in/use-session.ts'
import { ConsultationsTab } from '#features/leads/screens/consultations-tab.tsx'
import { InquiriesTab } from '#features/leads/screens/inquiries-tab.tsx'
import { query } from '#web/api/query.ts'
import { adminHead, useFirm } from '#web/firm.ts'
import { Badge, DemoTag } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Tab, TabList, TabPanel, Tabs } from '#web/ui/tabs.tsx'
import { dashboard } from '../overview/contract.ts'
import { OverviewTab } from './overview-tab.tsx'

const tabs = [
  { value: 'overview', label: 'Overview', panel: OverviewTab },
  { value: 'clients', label: 'Clients', panel: ClientsTab },
  { value: 'google-integrations', label: 'Google Workspace', panel: GoogleOverview },
  { value: 'consultations', label: 'Consultations', panel: ConsultationsTab },
  { value: 'chat', label: 'Live Chat', panel: ChatTab },
  { value: 'services', label: 'Services', panel: ServicesTab },
  { value: 'inquiries', label: 'Inquiries', panel: InquiriesTab },
  { value: 'case-studies', label: 'Case Studies', panel: CaseStudiesTab },
] as const

const tabOf = (search: URLSearchParams) =>
  tabs.find(({ value }) => value === search.get('tab')) ?? tabs[0]

export function meta({ location, matches }: MetaArgs) {
  const { value, label } = tabOf(new URLSearchParams(location.search))
  return adminHead(value === 'overview' ? 'Dashboard' : label)({ matches })
}

function GoogleOverview() {
  const { data } = useQuery(query(dashboard.overview))
  return <GoogleTab totalClients={data?.clients.total} />
}

export default function DashboardPage() {
  const user = useOutletContext<SessionUser>()
  const [parameters, setParameters] = useSearchParams()
  const current = tabOf(parameters).value
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

/** Takes the focus after sign-in, so that screen readers start here. */
function Welcome({ user }: { user: SessionUser }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const logout = useLogout()
  const { state } = useLocation()
  const arrived = Boolean((state as { justSignedIn?: boolean } | null)?.justSignedIn)
  useEffect(() => {
    if (arrived) heading.current?.focus()
  }, [arrived])
  const { demoNotice } = useFirm()
  return (
    <div className="mb-6 flex flex-wrap items-center gap-3">
      <h1 ref={heading} tabIndex={-1} className="h3 min-w-0 wrap-anywhere">
        Welcome, <bdi>{user.displayName ?? user.username}</bdi>
      </h1>
      <Badge variant="outline">{user.role}</Badge>
      {demoNotice && user.role === 'agent' && <DemoTag>Demo content is published</DemoTag>}
      {demoNotice && user.role !== 'agent' && (
        <Link to="/admin/site?section=demo">
          <DemoTag>Demo content is published</DemoTag>
        </Link>
      )}
      <Button
        icon={LogOut}
        className="ml-auto"
        busy={logout.isPending}
        onClick={() => logout.mutate()}
      >
        Logout
      </Button>
    </div>
  )
}
