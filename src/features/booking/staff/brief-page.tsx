import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, Printer } from 'lucide-react'
import { useEffect } from 'react'
import { useParams } from 'react-router'
import { ApiError } from '#web/api/api-error.ts'
import { query } from '#web/api/query.ts'
import { refetchAlways } from '#web/api/refetch-always.ts'
import { adminHead, useFirm } from '#web/firm.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { Loaded } from '#web/ui/loaded.tsx'
import { SkeletonList } from '#web/ui/loading.tsx'
import { useNow } from '#web/ui/use-now.ts'
import { nameOf } from './call-words.ts'
import './brief.css'
import { type Brief, callBriefs } from '../agenda/contract.ts'
import { EarlierContacts, OpenQuestions, SourcePages } from './brief-context.tsx'
import { CallFacts } from './call-facts.tsx'
import { VisitorTexts } from './visitor-texts.tsx'

const LazyOutcome = lazyComponent(
  async () => (await import('./outcome-form.tsx')).OutcomeForm,
  () => <div className="panel brief-outcome min-h-72" />,
)

export const meta = adminHead('Call')

export default function BriefPage() {
  const { id = '' } = useParams()
  const { error, ...found } = useQuery({ ...query(callBriefs.show, { id }), ...refetchAlways })
  if (error instanceof ApiError && [400, 404].includes(error.status)) return <Missing />
  return (
    <>
      <ButtonLink variant="quiet" icon={ArrowLeft} to="/admin/agenda">
        Agenda
      </ButtonLink>
      <Loaded
        query={found}
        message="Failed to fetch the call"
        skeleton={
          <>
            <h1 className="h3 my-4">Call</h1>
            <SkeletonList rows={8} />
          </>
        }
      >
        {(brief) => <BriefSheet brief={brief} />}
      </Loaded>
    </>
  )
}

function Missing() {
  return (
    <div className="py-10">
      <h1 className="h3">Call not found</h1>
      <ButtonLink className="mt-6" to="/admin/agenda">
        Back to the Agenda
      </ButtonLink>
    </div>
  )
}

function BriefSheet({ brief }: { brief: Brief }) {
  const { booking, words, pages, before, ask } = brief
  const name = nameOf(booking)
  const firm = useFirm()
  const now = useNow()
  useEffect(() => {
    document.title = `Call with ${name} · ${firm.name} admin`
  }, [name, firm.name])
  return (
    <div className="brief">
      <header className="brief-head">
        <h1 className="h3" tabIndex={-1}>
          <bdi>{name}</bdi>{' '}
          {booking.company && (
            <span dir="auto" className="brief-company">
              {booking.company}
            </span>
          )}
        </h1>
        <Button icon={Printer} className="no-print" onClick={() => window.print()}>
          Print
        </Button>
      </header>
      <CallFacts call={booking} />
      {booking.state === 'booked' && Date.parse(booking.start) <= now && (
        <LazyOutcome booking={booking} />
      )}
      <div className="brief-columns">
        <VisitorTexts texts={words} />
        <div>
          <OpenQuestions questions={ask} />
          <EarlierContacts entries={before} />
          <SourcePages pages={pages} />
        </div>
      </div>
    </div>
  )
}
