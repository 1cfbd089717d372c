import { useEffect, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import { adminHead } from '#web/firm.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { CopyLink } from '#web/ui/copy-link.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { Loaded } from '#web/ui/loaded.tsx'
import { SkeletonList } from '#web/ui/loading.tsx'
import { Pagination } from '#web/ui/pagination.tsx'
import { Tab, TabList, TabPanel, Tabs } from '#web/ui/tabs.tsx'
import { useDialog } from '#web/ui/use-dialog.ts'
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

const whose: [who: Who, label: string][] = [
  ['all', 'All'],
  ['me', 'Mine'],
]

export default function AgendaPage() {
  const [who, setWho] = useWho()
  const agenda = useAgenda(who)
  const dialog = useDialog<Asked>()
  const { data } = agenda
  const lists = { ask: dialog.show, showsHost: who === 'all' }
  return (
    <Tabs value={who} onValueChange={(value) => setWho(value as Who)}>
      <h1 className="h3 mb-4" tabIndex={-1} id="agenda-heading">
        Agenda
      </h1>
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
                  <Days calls={shown} {...lists} />
                  <Pagination label="Pages of calls" {...agenda.paging} />
                </div>
              ) : (
                data && <NoCalls hosts={data.hosts.length} shareUrl={data.shareUrl} />
              )
            }
          </Loaded>
        </section>
      </TabPanel>
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

/** The choice is kept in the address. It shows at once; the address follows. */
function useWho(): [Who, (who: Who) => void] {
  const [parameters, setParameters] = useSearchParams()
  const asked: Who = parameters.get('who') === 'me' ? 'me' : 'all'
  const [who, setWho] = useState(asked)
  useEffect(() => setWho(asked), [asked])
  function choose(next: Who) {
    setWho(next)
    setParameters(next === 'me' ? { who: next } : {}, { replace: true })
  }
  return [who, choose]
}

function Days({ calls, ask, showsHost }: { calls: Call[]; ask: Ask; showsHost: boolean }) {
  const days = useMemo(() => [...Map.groupBy(calls, ({ start }) => dayOf(start))], [calls])
  const now = new Date()
  return days.map(([day, ofDay]) => (
    <section key={day} aria-labelledby={`day-${day}`} className="agenda-day">
      <h2 id={`day-${day}`} className="panel-heading">
        {dayWords(day, now)}
      </h2>
      <ul>
        {ofDay.map((call) => (
          <CallRow key={call.id} call={call} ask={ask} showsHost={showsHost} />
        ))}
      </ul>
    </section>
  ))
}

function NoCalls({ hosts, shareUrl }: { hosts: number; shareUrl: string | null }) {
  if (hosts === 0) {
    return (
      <EmptyState
        headingLevel={2}
        title="Nobody takes calls yet."
        action={<ButtonLink to="/admin/booking">Take Calls</ButtonLink>}
      >
        Visitors can book once someone takes calls.
      </EmptyState>
    )
  }
  return (
    <EmptyState headingLevel={2} title="No calls booked">
      {shareUrl && (
        <div className="agenda-share">
          <CopyLink label="Share" hint="Visitors book calls there" link={shareUrl} />
        </div>
      )}
    </EmptyState>
  )
}
