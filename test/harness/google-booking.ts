import { sql } from 'drizzle-orm'
import { writeCallEvent } from '#features/booking/after/event-job.server.ts'
import { bookingHosts } from '#features/booking/hosts/contract.ts'
import { bookings } from '#server/database/schema.ts'
import { addHost } from './bookings.ts'
import { connect, type GoogleTestApp, openGoogleTestApp } from './google.ts'

export type GoogleBooking = GoogleTestApp & {
  hostId: string
  /** Checks all calendars of the host now. */
  check(): Promise<{ readable: boolean; sources: { source: string; error: string | null }[] }>
  /** Makes the last responses of calendars this old. */
  age(minutes: number): Promise<unknown>
}

/** The address of another user in the connected account's organization. */
export const hostAddress = 'ada@counterfoil.example'

type Options = {
  environment?: Record<string, string>
  isConnected?: boolean
  googleAddress?: string | null
}

/** Opens a product whose calendars are connected to the stand-in, with one host who uses Google. */
export async function openGoogleBooking({
  environment = {},
  isConnected = true,
  googleAddress = hostAddress,
}: Options = {}): Promise<GoogleBooking> {
  const scene = await openGoogleTestApp({ seeded: true, environment })
  const { app, admin } = scene
  if (isConnected) await connect(scene, 'calendar')
  const hostId = await addHost(app)
  const me = { userId: hostId }
  await admin.call(bookingHosts.save, { ...me, googleAddress })
  return {
    ...scene,
    hostId,
    check: () => admin.call(bookingHosts.check, me),
    age: (minutes) =>
      app.db.execute(sql`update host_busy set ok_at = ok_at - make_interval(mins => ${minutes})`),
  }
}

/** All events in calendars of the stand-in, including deleted ones. */
export const eventsAt = ({ standIn }: GoogleTestApp) =>
  [...standIn.workspace.calendars.values()].flatMap(({ events }) => [...events.values()])

export async function theCall({ app }: GoogleTestApp) {
  const [booking] = await app.db.select().from(bookings)
  if (!booking) throw new Error('no call')
  return booking
}

export const toolsOf = ({ app }: GoogleTestApp) => ({ ...app.deps, log: app.fastify.log })

/**
 * Runs the job of the only call.
 * @param since when the job's attempts began.
 */
export const writeEvent = async (scene: GoogleTestApp, since?: number) =>
  writeCallEvent.run(toolsOf(scene), { bookingId: (await theCall(scene)).id, since })
