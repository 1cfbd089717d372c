import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { query } from '#web/api/query.ts'
import { refetchAlways } from '#web/api/refetch-always.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { Loaded } from '#web/ui/loaded.tsx'
import { SkeletonList } from '#web/ui/loading.tsx'
import { useDialog } from '#web/ui/use-dialog.ts'
import { bookingHosts } from '../hosts/contract.ts'
import { meetingTypes } from '../types/contract.ts'
import type { MeetingType } from './use-own-host.ts'

const LazyForm = lazyComponent(
  async () => (await import('./meeting-type-dialog.tsx')).MeetingTypeDialog,
)
const LazyPreview = lazyComponent(async () => (await import('./preview-dialog.tsx')).PreviewDialog)

/** Lets admins decide what can be booked and with whom. */
export function MeetingTypes() {
  const list = useQuery({ ...query(meetingTypes.list), ...refetchAlways })
  const hosts = useQuery({ ...query(bookingHosts.list), ...refetchAlways })
  const form = useDialog<MeetingType | null>()
  const preview = useDialog<MeetingType>()
  const known = hosts.data?.hosts ?? []
  return (
    <section className="panel" aria-labelledby="meeting-types-heading">
      <div className="panel-heading flex flex-wrap items-center gap-3">
        <h2 id="meeting-types-heading">Meeting types</h2>
        <Button
          icon={Plus}
          className="ml-auto"
          onClick={({ currentTarget }) => form.show(null, currentTarget)}
        >
          Add Meeting Type
        </Button>
      </div>
      <Loaded
        query={list}
        className="m-5"
        message="Failed to fetch the meeting types"
        skeleton={<SkeletonList rows={2} />}
      >
        {({ meetingTypes: all }) =>
          all.length === 0 ? (
            <EmptyState title="Nothing to book yet" />
          ) : (
            <ul className="divide-y divide-rule">
              {all.map((type) => (
                <TypeRow
                  key={type.id}
                  type={type}
                  hosts={known.filter(
                    ({ userId, active }) => active && type.hosts.includes(userId),
                  )}
                  onEdit={(opener) => form.show(type, opener)}
                  onPreview={(opener) => preview.show(type, opener)}
                />
              ))}
            </ul>
          )
        }
      </Loaded>
      {form.subject !== undefined && (
        <LazyForm key={`form ${form.opening}`} {...form.state} type={form.subject} hosts={known} />
      )}
      {preview.subject && (
        <LazyPreview key={`preview ${preview.opening}`} {...preview.state} type={preview.subject} />
      )}
    </section>
  )
}

function TypeRow(props: {
  type: MeetingType
  hosts: { name: string }[]
  onEdit: (opener: HTMLElement) => void
  onPreview: (opener: HTMLElement) => void
}) {
  const { type, hosts, onEdit, onPreview } = props
  const { title, minutes, active } = type
  const nobody = 'Can’t be booked: no host takes these calls'
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-2 px-5 py-3">
      <div className="min-w-0 flex-1 basis-64">
        <p className="flex flex-wrap items-center gap-2">
          <span dir="auto" className="min-w-0 font-semibold wrap-anywhere">
            {title}
          </span>
          <span className="text-ink-2">{minutes} minutes</span>
          {!active && <Badge variant="secondary">inactive</Badge>}
        </p>
        <p
          dir="auto"
          className={
            hosts.length > 0
              ? 'small wrap-anywhere text-ink-2'
              : 'small font-semibold text-danger-text'
          }
        >
          {hosts.map(({ name }) => name).join(', ') || nobody}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button
          aria-label={`Link and times of ${title}`}
          onClick={({ currentTarget }) => onPreview(currentTarget)}
        >
          Link and Times
        </Button>
        <Button aria-label={`Edit ${title}`} onClick={({ currentTarget }) => onEdit(currentTarget)}>
          Edit
        </Button>
      </div>
    </li>
  )
}
