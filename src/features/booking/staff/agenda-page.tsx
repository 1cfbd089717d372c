import { Plus, Settings } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useOutletContext, useSearchParams } from 'react-router'
import type { SessionUser } from '#features/identity/sign-in/contract.ts'
import { adminHead } from '#web/firm.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { CopyLink } from '#web/ui/copy-link.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { Loaded } from '#web/ui/loaded.tsx'
import { SkeletonList } from '#web/ui/loading.tsx'
import { Pagination } from '#web/ui/pagination.tsx'
import { useShortcut } from '#web/ui/shortcuts.ts'
import { Tab, TabList, TabPanel, Tabs } from '#web/ui/tabs.tsx'
import { useDialog } from '#web/ui/use-dialog.ts'
import { useOpenings } from '#web/ui/use-openings.ts'
import type { Call } from '../agenda/contract.ts'
import { Bands } from './bands.tsx'
import type { Asked, CallDialogProps } from './call-dialogs.tsx'
import { type Ask, CallRow } from './call-row.tsx'
import { dayOf, dayWords } from './call-words.ts'
import './agenda.css'
import { useAgenda, type Who } from './use-agenda.ts'

export const meta = adminHead('Agenda')

const LazyDialog = lazyComponent<CallDialogProps>(
  async () => (await import('./call-dialogs.tsx')).CallDialog,
)

const LazyNewCall = lazyComponent(async () => (await import('./new-call-dialog.tsx')).NewCallDialog)

const whose: [who: Who, label: string][] = [
  ['all', 'Everybody'],
  ['me', 'Mine'],
]

export default function AgendaPage() {
  const { who, setWho, isNew, setNew } = useAddress()
  const newButton = useRef<HTMLButtonElement>(null)
  const additions = useOpenings(isNew)
  useShortcut({ keys: 'n', label: 'New call', run: () => setNew(true) })
  const agenda = useAgenda(who)
  const dialog = useDialog<Asked>()
  const { data } = agenda
  const { page, pages } = agenda.paging
  const lists = { ask: dialog.show, showsHost: who === 'all' }
  return (
    <Tabs value={who} onValueChange={(value) => setWho(value as Who)}>
      <div className="mb-4 flex flex-wrap items-center gap-2">
        <h1 className="h3 mr-auto" tabIndex={-1} id="agenda-heading">
          Agenda
        </h1>
        <Button
          ref={newButton}
          variant="primary"
          icon={Plus}
          title="New Call (N)"
          aria-keyshortcuts="N"
          onClick={() => setNew(true)}
        >
          New Call
        </Button>
        <ButtonLink
          icon={Settings}
          to="/admin/booking"
          aria-label="Booking settings"
          title="Booking settings"
        />
      </div>
      <TabList label="Whose calls">
        {whose.map(([value, label]) => (
          <Tab key={value} value={value}>
            {label}
          </Tab>
        ))}
      </TabList>
      <TabPanel value={who}>
        {data && agenda.isReady && (
          <Bands
            {...lists}
            pending={agenda.pending}
            outcome={agenda.outcome}
            calendars={data.calendars}
            paused={data.paused}
          />
        )}
        <section className="panel panel-cut" aria-label="Calls by day">
          <div className="agenda-earlier">
            <Button
              variant="quiet"
              busy={agenda.isPlaceholderData}
              onClick={agenda.showEarlier}
              aria-disabled={!data || undefined}
            >
              Earlier
            </Button>
          </div>
          <Loaded
            query={{ ...agenda, data: agenda.isReady ? data?.items : undefined }}
            className="m-5"
            message="Failed to fetch the agenda"
            skeleton={<SkeletonList rows={6} />}
          >
            {(shown) =>
              shown.length > 0 ? (
                <div aria-busy={agenda.isPlaceholderData || undefined}>
                  <Days
                    calls={shown}
                    days={page === 1 ? nextDays(shown, pages === 1) : []}
                    {...lists}
                  />
                  <Pagination label="Pages of calls" {...agenda.paging} />
                </div>
              ) : (
                data && (
                  <NoCalls
                    hosts={data.hosts}
                    who={who}
                    shareUrl={data.shareUrl}
                    onNew={() => setNew(true)}
                  />
                )
              )
            }
          </Loaded>
        </section>
      </TabPanel>
      <LazyNewCall
        key={`new ${additions}`}
        open={isNew}
        onClose={() => setNew(false)}
        opener={newButton.current}
      />
      {dialog.subject && (
        <LazyDialog
          key={dialog.opening}
          {...dialog.state}
          asked={dialog.subject}
          hosts={data?.hosts ?? []}
        />
      )}
    </Tabs>
  )
}

/** Whose calls are shown, at once, while the address follows; and whether a call is entered. */
function useAddress() {
  const [parameters, setParameters] = useSearchParams()
  const asked: Who = parameters.get('who') === 'me' ? 'me' : 'all'
  const [who, setWho] = useState(asked)
  useEffect(() => setWho(asked), [asked])
  const address = (whose: Who): Record<string, string> => (whose === 'me' ? { who: whose } : {})
  return {
    who,
    setWho(next: Who) {
      setWho(next)
      setParameters(address(next), { replace: true })
    },
    isNew: parameters.has('new'),
    setNew(isNew: boolean) {
      setParameters({ ...address(who), ...(isNew && { new: '1' }) }, { replace: !isNew })
    },
  }
}

/** `days` come first even without calls, unless the page ends before them. */
function Days(props: { calls: Call[]; days: string[]; ask: Ask; showsHost: boolean }) {
  const { calls, days, ...lists } = props
  const byDay = useMemo(() => Map.groupBy(calls, ({ start }) => dayOf(start)), [calls])
  const now = new Date()
  return [...new Set([...byDay.keys(), ...days])].sort().map((day) => (
    <section key={day} aria-labelledby={`day-${day}`} className="agenda-day">
      <h2 id={`day-${day}`} className="panel-heading">
        {dayWords(day, now)}
      </h2>
      {byDay.has(day) ? (
        <ul>
          {byDay.get(day)?.map((call) => (
            <CallRow key={call.id} call={call} {...lists} />
          ))}
        </ul>
      ) : (
        <p className="agenda-free">No calls</p>
      )}
    </section>
  ))
}

/** Today and tomorrow, as far as the page of calls reaches. */
function nextDays(calls: Call[], isLast: boolean): string[] {
  const now = new Date()
  const last = dayOf(calls.at(-1)?.start ?? now)
  return [0, 1]
    .map((ahead) => dayOf(new Date(now.getFullYear(), now.getMonth(), now.getDate() + ahead)))
    .filter((day) => isLast || day < last)
}

type NoCallsProps = {
  hosts: { id: string }[]
  who: Who
  shareUrl: string | null
  onNew: () => void
}

function NoCalls({ hosts, who, shareUrl, onNew }: NoCallsProps) {
  const { id: ownId } = useOutletContext<SessionUser>()
  const isNobody = hosts.length === 0
  if (isNobody || (who === 'me' && !hosts.some(({ id }) => id === ownId))) {
    return (
      <EmptyState
        headingLevel={2}
        title={isNobody ? 'Nobody takes calls yet.' : 'You don’t take calls yet.'}
        action={<ButtonLink to="/admin/booking">Take Calls</ButtonLink>}
      >
        {isNobody
          ? 'Visitors can book once someone takes calls.'
          : 'Visitors book your times once you do.'}
      </EmptyState>
    )
  }
  return (
    <EmptyState
      headingLevel={2}
      title="No calls booked"
      action={<Button onClick={onNew}>New Call</Button>}
    >
      Share the link so that visitors choose a time, or enter a call that was agreed elsewhere.
      {shareUrl && (
        <div className="agenda-share">
          <CopyLink label="Share" hint="Visitors book calls there" link={shareUrl} />
        </div>
      )}
    </EmptyState>
  )
}
