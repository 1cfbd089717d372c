import { useQuery } from '@tanstack/react-query'
import { useOutletContext } from 'react-router'
import { siteSettings } from '#features/content/site-settings/contract.ts'
import type { SessionUser } from '#features/identity/sign-in/contract.ts'
import { usePages } from '#web/api/pages.ts'
import { query } from '#web/api/query.ts'
import { refetchAlways } from '#web/api/refetch-always.ts'
import { adminHead } from '#web/firm.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { DataList } from '#web/ui/data-list.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Loaded } from '#web/ui/loaded.tsx'
import { SkeletonList } from '#web/ui/loading.tsx'
import UnknownPage from '#web/ui/unknown-page.tsx'
import { VersionRow } from './version-row.tsx'
import './history.css'

export const meta = adminHead('Site history')

export default function SiteHistoryPage() {
  const user = useOutletContext<SessionUser>()
  return user.role === 'agent' ? <UnknownPage /> : <Versions />
}

function Versions() {
  const found = usePages(siteSettings.versions, {}, refetchAlways)
  const versions = found.data?.items.map((one) => ({ ...one, id: `${one.number}` }))
  const newest = useQuery({ ...query(siteSettings.versions, { limit: 1 }), ...refetchAlways })
  const live = newest.data?.items[0]?.number ?? 0
  return (
    <>
      <div className="mb-6 flex flex-wrap items-center gap-3">
        <h1 className="h3" id="site-history" tabIndex={-1}>
          Site history
        </h1>
        <p className="text-ink-2">What was published, newest first</p>
        <ButtonLink variant="quiet" className="ml-auto" to="/admin/site">
          Back to Site
        </ButtonLink>
      </div>
      <section className="panel max-w-[68rem]" aria-label="Versions">
        <Loaded
          query={{ ...found, data: versions, isError: found.isError && !versions }}
          className="m-5"
          message="Unable to load the history at this time."
          skeleton={<SkeletonList rows={6} />}
        >
          {(list) =>
            list.length === 0 ? (
              <EmptyState headingLevel={2} title="Nothing published yet" />
            ) : (
              <DataList
                caption="Versions"
                rows={list}
                card={(version) => <VersionRow version={version} live={live} />}
                busy={found.isPlaceholderData}
                paging={found.paging}
              />
            )
          }
        </Loaded>
      </section>
    </>
  )
}
