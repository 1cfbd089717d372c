import { useMay } from '#features/identity/sign-in/use-may.ts'
import { adminHead } from '#web/firm.ts'
import { late } from '#web/ui/late.tsx'
import { SkeletonList } from '#web/ui/loading.tsx'
import { TimeOff } from './time-off.tsx'

export const meta = adminHead('Booking')

const Placeholder = () => (
  <div className="panel">
    <SkeletonList rows={4} />
  </div>
)

const LateCalls = late(async () => (await import('./my-calls.tsx')).MyCalls, Placeholder)
const LateCalendars = late(
  async () => (await import('./other-calendars.tsx')).OtherCalendars,
  Placeholder,
)
const LateTypes = late(async () => (await import('./meeting-types.tsx')).MeetingTypes, Placeholder)

export default function BookingPage() {
  const isAdmin = useMay('admin')
  return (
    <div className="mx-auto max-w-[56rem]">
      <h1 className="h3 mb-6">Booking</h1>
      <div className="grid grid-cols-1 gap-5">
        <LateCalls />
        <LateCalendars />
        <TimeOff />
        {isAdmin && <LateTypes />}
      </div>
    </div>
  )
}
