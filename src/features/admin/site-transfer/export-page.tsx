import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useOutletContext } from 'react-router'
import type { Output } from '#contract/endpoint.ts'
import { formatSize } from '#contract/file-rules.ts'
import { maxBytes, siteTransfer } from '#features/content/transfer/contract.ts'
import type { SessionUser } from '#features/identity/sign-in/contract.ts'
import { query } from '#web/api/query.ts'
import { refetchAlways } from '#web/api/refetch-always.ts'
import { fileAddress } from '#web/api/upload.ts'
import { adminHead } from '#web/firm.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Loaded } from '#web/ui/loaded.tsx'
import { Skeleton } from '#web/ui/loading.tsx'
import { Time } from '#web/ui/time.tsx'
import UnknownPage from '../dashboard/unknown-page.tsx'
import { ImportPanel } from './import-panel.tsx'
import './transfer.css'

type Exports = Output<typeof siteTransfer.exports>

export const meta = adminHead('Export and import')

export default function SiteExportPage() {
  const user = useOutletContext<SessionUser>()
  return user.role === 'agent' ? <UnknownPage /> : <Transfer isOwner={user.role === 'owner'} />
}

function Transfer({ isOwner }: { isOwner: boolean }) {
  const exports = useQuery({ ...query(siteTransfer.exports, {}), ...refetchAlways })
  return (
    <>
      <div className="mb-6 flex flex-wrap items-center gap-3">
        <h1 className="h3">Export and import</h1>
        <ButtonLink variant="quiet" className="ml-auto" to="/admin/site">
          Back to Site
        </ButtonLink>
      </div>
      <div className="transfer-panels">
        <section className="panel transfer-panel" aria-labelledby="transfer-export">
          <h2 id="transfer-export" className="h4">
            Export
          </h2>
          <p className="measure text-ink-2">
            A JSON file of what the public site shows: settings, legal texts with all versions,
            pages and notes with drafts, services, case studies and their pictures. It contains no
            users, leads or clients.
          </p>
          <Loaded
            query={{ ...exports, isError: exports.isError && !exports.data }}
            message="Unable to load the exports at this time."
            skeleton={<Skeleton className="h-9 w-48" />}
          >
            {(data) => <ExportLinks {...data} />}
          </Loaded>
        </section>
        {isOwner && <ImportPanel />}
        {exports.data && <KeptExports items={exports.data.items} />}
      </div>
    </>
  )
}

function ExportLinks({ fileSize, withoutNotePictures }: Exports) {
  const isTooLarge = fileSize > maxBytes
  const without = fileAddress(siteTransfer.export, { notePictures: 'false' })
  return (
    <>
      {isTooLarge && (
        <p className="measure">
          With the pictures of notes the file would be {formatSize(fileSize)}, more than the 50 MB
          that can be imported.
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        {!isTooLarge && (
          <ButtonLink
            variant="primary"
            icon={Download}
            href={fileAddress(siteTransfer.export, {})}
            download
          >
            Export ({formatSize(fileSize)})
          </ButtonLink>
        )}
        {withoutNotePictures < fileSize && (
          <ButtonLink
            variant={isTooLarge ? 'primary' : 'secondary'}
            icon={Download}
            href={without}
            download
          >
            Export Without Pictures of Notes ({formatSize(withoutNotePictures)})
          </ButtonLink>
        )}
      </div>
    </>
  )
}

function KeptExports({ items }: Pick<Exports, 'items'>) {
  return (
    <section className="panel" aria-label="Before imports">
      {items.length === 0 ? (
        <EmptyState headingLevel={2} title="No imports yet">
          The site as it was before each import is kept here for 30 days.
        </EmptyState>
      ) : (
        <>
          <div className="transfer-panel">
            <h2 className="h4">Before imports</h2>
            <p className="text-ink-2">
              The site as it was before each import, kept for 30 days. Import one to go back.
            </p>
          </div>
          <ul className="divide-y divide-rule border-t border-rule">
            {items.map(({ id, createdAt, fileSize }) => (
              <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-1 px-5 py-2">
                <Time value={createdAt} format="datetime" className="font-medium" />
                <span className="text-ink-2 tabular-nums">{formatSize(fileSize)}</span>
                <ButtonLink
                  variant="quiet"
                  size="sm"
                  icon={Download}
                  className="ml-auto"
                  href={fileAddress(siteTransfer.exportFile, { id })}
                  download
                >
                  Download
                  <span className="sr-only">
                    {' '}
                    the state before <Time value={createdAt} format="datetime" />
                  </span>
                </ButtonLink>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}
