import { useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { type ComponentType, use, useEffect } from 'react'
import { Link, useNavigate, useParams, useSearchParams } from 'react-router'
import { ApiError } from '#web/api/api-error.ts'
import { query } from '#web/api/query.ts'
import { adminHead, useFirm } from '#web/firm.ts'
import '#web/styles/records.css'
import { ClientGoogleTab } from '#features/google/screens/client-google-tab.tsx'
import { Breadcrumb } from '#web/ui/breadcrumb.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Tab, TabList, TabPanel, Tabs } from '#web/ui/tabs.tsx'
import { type Client, clients } from '../contract.ts'
import { OneClientDataMenu } from '../data-exchange/one-client-data-menu.tsx'
import { ClientStatusBadge } from '../list/client-status.tsx'
import { useListLink } from '../list/use-list-return.ts'
import { ProjectsPanel } from '../projects/projects-panel.tsx'
import { ClientSlotsContext } from '../slots.ts'
import './client-detail.css'
import { ClientOverview } from './client-overview.tsx'

export const meta = adminHead('Client')

type DetailTab = {
  value: string
  label: (client: Client) => string
  panel: ComponentType<{ client: Client }>
}

const tabs: DetailTab[] = [
  { value: 'overview', label: () => 'Overview', panel: ClientOverview },
  {
    value: 'projects',
    label: ({ projects }) => `Projects (${projects.length.toLocaleString()})`,
    panel: ({ client }) => <ProjectsPanel clientId={client.id} projects={client.projects} />,
  },
  { value: 'google', label: () => 'Google Workspace', panel: ClientGoogleTab },
]

export default function ClientPage() {
  const { id = '' } = useParams()
  const { data, error, isError, isFetching, refetch } = useQuery(query(clients.show, { id }))
  if (isError) {
    const isMissing = error instanceof ApiError && [400, 404].includes(error.status)
    return isMissing ? (
      <Missing />
    ) : (
      <>
        <ClientBreadcrumb name="Client" />
        <h1 className="h3 my-4">Client</h1>
        <ErrorState message="Failed to fetch client" onRetry={refetch} retrying={isFetching} />
      </>
    )
  }
  if (!data) {
    return (
      <div role="status" className="grid min-h-60 place-content-center justify-items-center gap-3">
        <span className="spinner text-2xl" aria-hidden="true" />
        <p className="text-ink-2">Loading client details...</p>
      </div>
    )
  }
  return <ClientDetail client={data} />
}

function Missing() {
  return (
    <div className="py-10">
      <h1 className="h3">Client not found</h1>
      <p className="mt-3">It may have been deleted.</p>
      <ButtonLink className="mt-6" to="/admin/clients">
        Back to Clients
      </ButtonLink>
    </div>
  )
}

function ClientDetail({ client }: { client: Client }) {
  const [parameters, setParameters] = useSearchParams()
  // Google redirects back with one of these parameters, and without a tab.
  const returned = parameters.has('google_auth') || parameters.has('error')
  const asked = returned ? 'google' : parameters.get('tab')
  const current = tabs.find(({ value }) => value === asked)?.value ?? 'overview'
  const { name } = client
  const firm = useFirm()
  const navigate = useNavigate()
  const { BookCall } = use(ClientSlotsContext)
  useEffect(() => {
    document.title = `${name} · ${firm.name} admin`
  }, [name, firm.name])

  return (
    <>
      <ClientBreadcrumb name={name} />
      <div className="mt-3 mb-6 flex flex-wrap items-center gap-x-3 gap-y-2">
        <ButtonLink icon={ArrowLeft} {...useListLink()}>
          Back
        </ButtonLink>
        <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-2 max-sm:order-1 max-sm:basis-full">
          <h1 dir="auto" className="h3 min-w-0">
            {name}
          </h1>
          <ClientStatusBadge status={client.status} />
        </div>
        <div className="ml-auto flex gap-2">
          {BookCall && <BookCall client={client} />}
          <OneClientDataMenu
            clientId={client.id}
            email={client.email}
            onErased={() => navigate('/admin/clients')}
          />
        </div>
      </div>
      <Tabs
        value={current}
        onValueChange={(tab) =>
          setParameters(tab === 'overview' ? {} : { tab }, { preventScrollReset: true })
        }
      >
        <TabList label={`Details of ${name}`}>
          {tabs.map(({ value, label }) => (
            <Tab key={value} value={value}>
              {label(client)}
            </Tab>
          ))}
        </TabList>
        {tabs.map(({ value, panel: Panel }) => (
          <TabPanel key={value} value={value}>
            <Panel client={client} />
          </TabPanel>
        ))}
      </Tabs>
    </>
  )
}

function ClientBreadcrumb({ name }: { name: string }) {
  const list = (
    <Link className="link" {...useListLink()}>
      Clients
    </Link>
  )
  return <Breadcrumb list={list} name={name} />
}
