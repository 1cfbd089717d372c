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
import { Loaded } from '#web/ui/loaded.tsx'
import { Skeleton } from '#web/ui/loading.tsx'
import UnknownPage from '#web/ui/unknown-page.tsx'

export const meta = adminHead('Export')

export default function SiteExportPage() {
  const user = useOutletContext<SessionUser>()
  return user.role === 'agent' ? <UnknownPage /> : <SiteExport />
}

function SiteExport() {
  const size = useQuery({ ...query(siteTransfer.exportSize, {}), ...refetchAlways })
  return (
    <>
      <div className="mb-6 flex flex-wrap items-center gap-3">
        <h1 className="h3">Export</h1>
        <ButtonLink variant="quiet" className="ml-auto" to="/admin/site">
          Back to Site
        </ButtonLink>
      </div>
      <div className="panel grid max-w-272 grid-cols-1 gap-3.5 p-5">
        <p className="measure text-ink-2">
          A zip of what the public site shows: settings, legal texts with all versions, pages and
          notes with drafts, services, case studies and their pictures. It contains no users, leads
          or clients. A new installation begins with it when its variable SITE_CONTENT names the
          file.
        </p>
        <Loaded
          query={{ ...size, isError: size.isError && !size.data }}
          message="Unable to load the size of the export at this time."
          skeleton={<Skeleton className="h-9 w-48" />}
        >
          {(data) => <ExportLinks {...data} />}
        </Loaded>
      </div>
    </>
  )
}

function ExportLinks({ fileSize, withoutNotePictures }: Output<typeof siteTransfer.exportSize>) {
  const isTooLarge = fileSize > maxBytes
  const without = fileAddress(siteTransfer.export, { notePictures: 'false' })
  return (
    <>
      {isTooLarge && (
        <p className="measure">
          With the pictures of notes the files would have {formatSize(fileSize)}, more than the 100
          MB that an installation can begin with.
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
