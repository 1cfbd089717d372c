import { ChevronDown, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { Badge } from '#web/ui/badge.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { Skeleton } from '#web/ui/loading.tsx'
import { Time } from '#web/ui/time.tsx'
import { nameOfSection } from '../site-editor/section-words.ts'
import type { Version } from './version.ts'

const LazyDetails = lazyComponent(
  async () => (await import('./version-details.tsx')).VersionDetails,
  () => <Skeleton className="mx-5 my-4 h-16" />,
)

const kinds: Record<Version['kind'], (version: Version) => string> = {
  seed: () => 'First version',
  publish: () => '',
  undo: ({ restoredFrom }) => `Undone: version ${restoredFrom} again`,
  restore: ({ restoredFrom }) => `Restored from version ${restoredFrom}`,
  import: () => 'Imported',
}

export function VersionRow(props: { version: Version; live: number; isOwner: boolean }) {
  const { version, live } = props
  const [isOpen, setOpen] = useState(false)
  const { number, publishedAt, publishedBy, note, sections, removed, kind } = version
  const how = kinds[kind](version)
  return (
    <li>
      <button
        type="button"
        className="history-row focus-inset"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon icon={isOpen ? ChevronDown : ChevronRight} size={16} />
        <span className="font-semibold tabular-nums">Version {number}</span>
        <span className="text-ink-2">
          <Time value={publishedAt} format="datetime" />
        </span>
        {publishedBy && <bdi className="min-w-0 wrap-anywhere">{publishedBy.name}</bdi>}
        {number === live && <Badge>Live</Badge>}
        {removed && <Badge variant="secondary">Removed</Badge>}
        <span className="history-words">
          {how && <span>{how}</span>}
          {note && (
            <span dir="auto" className="wrap-anywhere">
              {note}
            </span>
          )}
          {kind !== 'seed' && (
            <span className="text-ink-2">{sections.map(nameOfSection).join(', ')}</span>
          )}
        </span>
      </button>
      {isOpen && <LazyDetails {...props} />}
    </li>
  )
}
