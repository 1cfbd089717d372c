import { useQuery } from '@tanstack/react-query'
import { query } from '../../web/api/query.ts'
import { ErrorState } from '../../web/ui/error-state.tsx'
import { Skeleton } from '../../web/ui/skeleton.tsx'
import { useTables } from '../../web/ui/use-media.ts'
import './charts.css'
import { charts } from './contract.ts'
import { FunnelChart } from './funnel-chart.tsx'
import { InquiriesChart } from './inquiries-chart.tsx'
import { ReplyChart } from './reply-chart.tsx'

/** On a narrow screen twelve bars are too thin to tell apart. */
const narrowWeeks = 8

/** Where looking beats reading: arrivals, the funnel, and the promise of a reply within a day. */
export function Charts() {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  const { data, isError, isFetching, refetch } = useQuery(query(charts.series, { timeZone }))
  const wide = useTables()
  if (isError) {
    return (
      <ErrorState
        message="Unable to load the charts at this time."
        onRetry={refetch}
        retrying={isFetching}
      />
    )
  }
  if (!data) {
    return (
      <div className="chart-row" aria-busy="true">
        <Skeleton className="h-64" />
        <Skeleton className="h-64" />
      </div>
    )
  }
  const weeks = wide ? data.weeks : data.weeks.slice(-narrowWeeks)
  return (
    <div className="chart-row">
      <InquiriesChart weeks={weeks} />
      <FunnelChart series={data} />
      <ReplyChart weeks={weeks} overdue={data.overdue} />
    </div>
  )
}
