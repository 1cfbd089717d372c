import { ArrowLeft } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { ApiError } from '#web/api/api-error.ts'
import { useStore } from '#web/store.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { shortcutsPreference } from '#web/ui/shortcuts.ts'
import { CenteredSpinner } from '#web/ui/spinner.tsx'
import { Time } from '#web/ui/time.tsx'
import type { InboxItem } from '../deadlines/contract.ts'
import { Conversation } from './conversation.tsx'
import { isOpen } from './due-words.ts'
import { Due, kindWords, nameOf, StateBadges, WaitsForNetwork } from './item-labels.tsx'
import { useInboxSlots } from './slots.ts'
import type { Acts } from './use-acts.ts'
import type { Wanted } from './use-address.ts'
import type { useSelected } from './use-inbox.ts'

export type Ask = 'assign' | 'snooze' | 'called' | 'answered' | 'waive' | 'convert'

type ItemPaneProps = {
  selected: ReturnType<typeof useSelected>
  wanted: Wanted
  acts: Acts
  onAsk: (ask: Ask) => void
  onBack: () => void
  isNarrow: boolean
}

export function ItemPane(props: ItemPaneProps) {
  const { selected, wanted, onBack, isNarrow } = props
  const slots = useInboxSlots()
  const { item, isError, error } = selected
  const heading = useRef<HTMLHeadingElement>(null)
  const id = item?.id
  useEffect(() => {
    if (id && isNarrow) heading.current?.focus()
  }, [id, isNarrow])
  // An act may have removed the focused button.
  const before = useRef(item)
  useEffect(() => {
    const isChanged = before.current !== item && before.current?.id === item?.id
    before.current = item
    if (isChanged && document.activeElement === document.body) heading.current?.focus()
  }, [item])
  const back = isNarrow && (
    <Button variant="quiet" icon={ArrowLeft} className="inbox-back" onClick={onBack}>
      Back
    </Button>
  )
  if (!item) {
    const isUnknown = !error || (error instanceof ApiError && error.code === 'not_found')
    if (isError && isUnknown && 'thread' in wanted) {
      return <slots.Thread key={wanted.thread} id={wanted.thread} back={back} />
    }
    return (
      <div className="inbox-nothing">
        {back}
        {!isError && (selected.isPaused ? <WaitsForNetwork /> : <CenteredSpinner />)}
        {isError && !isUnknown && (
          <ErrorState
            message="Failed to fetch this request"
            onRetry={selected.refetch}
            retrying={selected.isFetching}
          />
        )}
        {isError && isUnknown && (
          <>
            <h2 className="text-lg leading-snug font-semibold">This isn’t in the inbox</h2>
            <p className="mt-1.5 text-ink-2">
              It may have been deleted. <Link to="?">Show who’s waiting</Link>
            </p>
          </>
        )}
      </div>
    )
  }
  return (
    <article className="inbox-one" aria-labelledby="inbox-one">
      <header className="inbox-head">
        {back}
        <div className="inbox-title">
          <h2 id="inbox-one" ref={heading} tabIndex={-1} dir="auto" className="h3">
            {nameOf(item)}
          </h2>
          <Due item={item} />
        </div>
        <p className="inbox-facts">
          {item.company && <span dir="auto">{item.company}</span>}
          <span>
            {kindWords[item.kind]} {item.number}
          </span>
          <span dir="auto">
            {item.assignee ? `Assigned to ${item.assignee.name}` : 'Unassigned'}
          </span>
          <StateBadges item={item} />
        </p>
        <Actions {...props} item={item} />
      </header>
      <div className="inbox-body">
        <State item={item} />
        <slots.Subject item={item} />
        {selected.isError && (
          <ErrorState
            message="Failed to fetch what happened"
            onRetry={selected.refetch}
            retrying={selected.isFetching}
          />
        )}
        <Conversation
          key={item.subject.id}
          item={item}
          events={selected.events ?? []}
          isLoading={!selected.events && selected.isFetching}
          useEntries={slots.useEntries}
        />
      </div>
      <footer className="inbox-composer">
        <slots.Composer
          key={item.subject.id}
          item={item}
          onAnswered={() => props.onAsk('answered')}
        />
      </footer>
    </article>
  )
}

/** The outcome of a met or waived deadline. */
function State({ item }: { item: InboxItem }) {
  const { metAt, waivedAt, metBy, note } = item
  const at = metAt ?? waivedAt
  if (!at) return null
  return (
    <div className="inbox-state">
      <p>
        <Due item={item} className="font-semibold" />
        {metBy && (
          <>
            {' by '}
            <bdi>{metBy.name}</bdi>
          </>
        )}
        , <Time value={at} format="datetime" />
      </p>
      {note && (
        <p dir="auto" className="measure whitespace-pre-line text-ink-2">
          {note}
        </p>
      )}
    </div>
  )
}

function Actions(props: ItemPaneProps & { item: InboxItem }) {
  const { item, acts, onAsk } = props
  const { mayConvert } = useInboxSlots()
  const convert = mayConvert(item) && (
    <Button onClick={() => onAsk('convert')}>Convert to Client</Button>
  )
  const client = item.clientId && (
    <ButtonLink to={`/admin/clients/${item.clientId}`}>View Client</ButtonLink>
  )
  if (!isOpen(item)) {
    const isTakenBack = item.waivedAt || item.evidence === 'stated'
    return (
      <div className="inbox-actions">
        {isTakenBack && <Button onClick={() => acts.reopen(item)}>Reopen</Button>}
        {client}
        {convert}
      </div>
    )
  }
  const isSnoozed = item.snoozedUntil !== null && Date.parse(item.snoozedUntil) > Date.now()
  return (
    <div className="inbox-actions">
      {!item.assignee && (
        <Act keys="T" variant="primary" onClick={() => acts.take(item)}>
          Take
        </Act>
      )}
      <Act keys="A" onClick={() => onAsk('assign')}>
        Assign
      </Act>
      {isSnoozed ? (
        <Button onClick={() => acts.unsnooze(item)}>End Snooze</Button>
      ) : (
        <Act keys="S" onClick={() => onAsk('snooze')}>
          Snooze
        </Act>
      )}
      <Act keys="C" onClick={() => onAsk('called')}>
        I Called
      </Act>
      <Act keys="W" onClick={() => onAsk('waive')}>
        No Reply Needed
      </Act>
      {client}
      {convert}
    </div>
  )
}

/** A button labeled with its keyboard shortcut. */
function Act(props: {
  keys: string
  variant?: 'primary'
  onClick: () => void
  children: ReactNode
}) {
  const { keys, variant, onClick, children } = props
  const hasKeys = useStore(shortcutsPreference) === 'on'
  return (
    <Button
      {...(variant && { variant })}
      aria-keyshortcuts={hasKeys ? keys : undefined}
      onClick={onClick}
    >
      {children}
      {hasKeys && (
        <span aria-hidden="true" className="keys inbox-key">
          {keys}
        </span>
      )}
    </Button>
  )
}
