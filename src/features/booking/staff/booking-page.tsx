import { useMay } from '#features/identity/sign-in/use-may.ts'
import { adminHead } from '#web/firm.ts'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { SkeletonList } from '#web/ui/loading.tsx'
import { TimeOff } from './time-off.tsx'

export const meta = adminHead('Booking')

const Placeholder = () => (
  <div className="panel">
    <SkeletonList rows={4} />
  </div>
)

const LazyCalls = lazyComponent(async () => (await import('./my-calls.tsx')).MyCalls, Placeholder)
const LazyCalendars = lazyComponent(
  async () => (await import('./other-calendars.tsx')).OtherCalendars,
  Placeholder,
)
const LazyTypes = lazyComponent(
  async () => (await import('./meeting-types.tsx')).MeetingTypes,
  Placeholder,
)

export default function BookingPage() {
  const isAdmin = useMay('admin')
  return (
    <div className="mx-auto max-w-[56rem]">
      <h1 className="h3 mb-6">Booking</h1>
      <div className="grid grid-cols-1 gap-5">
        <LazyCalls />
        <LazyCalendars />
        <TimeOff />
        {isAdmin && <LazyTypes />}
      </div>
    </div>
  )
}
