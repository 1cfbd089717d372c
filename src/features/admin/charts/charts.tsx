import { useQuery } from '@tanstack/react-query'
import { browserZone } from '#contract/zone-names.ts'
import { query } from '#web/api/query.ts'
import { useTables } from '#web/ui/browser-state.ts'
import { classNames } from '#web/ui/class-names.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Skeleton } from '#web/ui/loading.tsx'
import './charts.css'
import { charts, type Series } from './contract.ts'
import { FunnelChart } from './funnel-chart.tsx'
import { InquiriesChart, ReplyChart } from './week-charts.tsx'
import { hasData, isMeasured } from './words.ts'

/** A narrow screen shows fewer weeks, because twelve bars would be too thin to tell apart. */
const narrowWeeks = 8

/** Rendered invisibly during loading, to reserve the space of the charts. */
const nothingYet: Series = {
  weeks: Array.from({ length: 12 }, (_, week) => ({
    start: `2026-01-${String(week + 1).padStart(2, '0')}`,
    inquiries: 0,
    replies: 0,
    replyHours: null,
    isLate: false,
    statedHours: null,
  })),
  funnel: { new: 0, contacted: 0, qualified: 0, converted: 0, closed: 0 },
  overdue: 0,
}

export function Charts() {
  const { data, isError, isFetching, refetch } = useQuery(
    query(charts.series, { timeZone: browserZone() }),
  )
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
  if (data && !hasData(data)) return null
  const series = data ?? nothingYet
  const weeks = wide ? series.weeks : series.weeks.slice(-narrowWeeks)
  return (
    <div className="relative" aria-busy={!data}>
      <div className={classNames('chart-row', !data && 'invisible')}>
        <InquiriesChart weeks={weeks} />
        <FunnelChart series={series} />
        <ReplyChart weeks={weeks} enough={isMeasured(series)} overdue={series.overdue} />
      </div>
      {!data && <Skeleton className="absolute inset-0" />}
    </div>
  )
}
