import { Download, RefreshCw } from 'lucide-react'
import { useOutletContext } from 'react-router'
import { toWire } from '#contract/endpoint.ts'
import type { SessionUser } from '#features/identity/sign-in/contract.ts'
import { usePages } from '#web/api/pages.ts'
import { adminHead } from '#web/firm.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Loaded } from '#web/ui/loaded.tsx'
import { SkeletonList } from '#web/ui/loading.tsx'
import { AuditEntries } from './audit-entries.tsx'
import { AuditFilters } from './audit-filters.tsx'
import { audit } from './contract.ts'
import { type AuditAddress, useAuditAddress } from './use-audit-address.ts'

export const meta = adminHead('Audit log')

export default function AuditPage() {
  const user = useOutletContext<SessionUser>()
  if (user.role === 'owner') return <AuditLog />
  return (
    <>
      <h1 className="h3 mb-6">Audit log</h1>
      <section className="panel">
        <EmptyState
          title="Only owners can read the audit log"
          headingLevel={2}
          action={<ButtonLink to="/admin">Back to the Dashboard</ButtonLink>}
        >
          It shows what everyone who signs in has changed.
        </EmptyState>
      </section>
    </>
  )
}

function AuditLog() {
  const address = useAuditAddress()
  // Every change anywhere adds an entry.
  const { data, ...found } = usePages(audit.list, address.wanted, { staleTime: 0 })
  const entries = data?.items
  return (
    <>
      <div className="mb-6 flex flex-wrap items-center gap-3">
        <h1 className="h3">Audit log</h1>
        <p className="text-ink-2">Who did what, newest first</p>
        <div className="ml-auto flex flex-wrap gap-2">
          <ButtonLink variant="quiet" to="/admin/users">
            Users
          </ButtonLink>
          <Button icon={RefreshCw} busy={found.isRefetching} onClick={() => void found.refetch()}>
            Refresh
          </Button>
          <Exports address={address} />
        </div>
      </div>
      <section className="panel panel-cut" aria-label="Entries">
        <AuditFilters address={address} entries={entries ?? []} />
        <Loaded
          query={{ ...found, data: entries, isError: found.isError && !entries }}
          className="m-5"
          message="Failed to fetch the audit log"
          skeleton={<SkeletonList rows={8} />}
        >
          {(shown) =>
            shown.length > 0 ? (
              <AuditEntries
                entries={shown}
                address={address}
                busy={found.isPlaceholderData}
                paging={found.paging}
              />
            ) : (
              <NoEntries address={address} />
            )
          }
        </Loaded>
      </section>
    </>
  )
}

function Exports({ address: { wanted } }: { address: AuditAddress }) {
  const to = (format: 'csv' | 'ndjson') => toWire(audit.export, { ...wanted, format }).url
  return (
    <>
      <ButtonLink icon={Download} href={to('csv')}>
        Export CSV
      </ButtonLink>
      <ButtonLink icon={Download} href={to('ndjson')}>
        Export JSON Lines
      </ButtonLink>
    </>
  )
}

function NoEntries({ address: { isFiltered, clear } }: { address: AuditAddress }) {
  if (!isFiltered) {
    return (
      <EmptyState headingLevel={2} title="Nothing recorded yet">
        Changes to clients, requests, users and the site show up here.
      </EmptyState>
    )
  }
  return (
    <EmptyState
      headingLevel={2}
      title="No entries match"
      action={<Button onClick={clear}>Clear Filters</Button>}
    />
  )
}
