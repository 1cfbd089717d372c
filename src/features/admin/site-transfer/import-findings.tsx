import type { Output } from '#contract/endpoint.ts'
import type { siteTransfer } from '#features/content/transfer/contract.ts'
import { Badge } from '#web/ui/badge.tsx'
import { counted } from '#web/ui/words.ts'
import { nameOfField, nameOfSection } from '../site-editor/section-words.ts'

type Found = Output<typeof siteTransfer.import>
type Change = Found['changes'][number]

/** A longer list would not help anybody. */
const max = 60

const kinds: Record<Change['kind'], string> = {
  settings: 'Settings',
  page: 'Page',
  service: 'Service',
  case_study: 'Case study',
  picture: 'Picture',
}

const pictures: Record<string, string> = {
  logo: 'Logo',
  logo_dark: 'Logo for the dark theme',
  icon: 'Icon',
  note: 'Of a note',
}

const acts: Record<Change['act'], string> = {
  added: 'Added',
  changed: 'Changed',
  removed: 'Removed',
}

function nameOf({ kind, name }: Change): string {
  if (kind === 'settings') return nameOfSection(name)
  return kind === 'picture' ? (pictures[name] ?? name) : name
}

/** Turns 'services.2.slug' into 'Services 3, slug'. */
const placeOf = (path: string) => nameOfField(path)

export function ImportFindings({ found: { changes, problems } }: { found: Found }) {
  const blockers = problems.filter(({ level }) => level === 'blocker')
  const summary = [
    changes.length === 0 ? 'Nothing would change' : `${counted(changes.length, 'change')}`,
    ...(blockers.length > 0 ? [`${counted(blockers.length, 'problem')} to fix first`] : []),
  ]
  return (
    <div className="grid gap-4">
      <p role="status" className="font-semibold">
        {summary.join(', ')}
      </p>
      {problems.length > 0 && (
        <section aria-label="Problems">
          <ul className="transfer-list">
            {problems.map(({ path, level, message }) => (
              <li key={`${path} ${message}`}>
                <Badge variant={level === 'blocker' ? 'destructive' : 'secondary'}>
                  {level === 'blocker' ? 'Problem' : 'Note'}
                </Badge>
                <span className="min-w-0 wrap-anywhere">
                  <span className="font-medium">{placeOf(path)}:</span> {message}
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {changes.length > 0 && (
        <section aria-label="What would change">
          <ul className="transfer-list">
            {changes.slice(0, max).map((change, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes.
              <li key={index}>
                <Badge variant={change.act === 'removed' ? 'destructive' : 'secondary'}>
                  {acts[change.act]}
                </Badge>
                <span className="min-w-0 wrap-anywhere">
                  <span className="text-ink-2">{kinds[change.kind]}:</span>{' '}
                  <bdi className="font-medium">{nameOf(change)}</bdi>
                  {change.fields.length > 0 && (
                    <span className="text-ink-2">
                      {' '}
                      ({change.fields.slice(0, 6).map(nameOfField).join('; ')}
                      {change.fields.length > 6 && ` and ${change.fields.length - 6} more`})
                    </span>
                  )}
                </span>
              </li>
            ))}
            {changes.length > max && (
              <li className="text-ink-2">and {changes.length - max} more changes</li>
            )}
          </ul>
        </section>
      )}
    </div>
  )
}
