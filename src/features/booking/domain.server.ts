import { routeHandlers } from '#server/http/dispatch.ts'
import type { Domain } from '#server/http/domain.ts'
import { callMailHandler } from './after/booking-mail-handler.server.ts'
import { exportedCall } from './after/call-file.server.ts'
import { compareEvents } from './after/compare-events.server.ts'
import { pausing } from './after/contract.ts'
import { readCallMeet, writeCallEvent } from './after/event-job.server.ts'
import { planReminders, remind } from './after/reminders.server.ts'
import { markReturned, recordReply } from './after/returned.server.ts'
import { pausingSchemas } from './after/schemas.ts'
import { pausingService } from './after/service.server.ts'
import { callBriefsService } from './agenda/brief.server.ts'
import { agenda, callBriefs } from './agenda/contract.ts'
import { agendaSchemas, callBriefsSchemas } from './agenda/schemas.ts'
import { agendaService } from './agenda/service.server.ts'
import { availability, meetingTypePreview } from './availability/contract.ts'
import { meetingTypePreviewService } from './availability/preview.server.ts'
import { availabilitySchemas, meetingTypePreviewSchemas } from './availability/schemas.ts'
import { availabilityService } from './availability/service.server.ts'
import { confirmPending } from './bookings/confirm-pending.server.ts'
import { holds, meetings, visits } from './bookings/contract.ts'
import { eraseCalls } from './bookings/erase-calls.server.ts'
import { holdsSchemas, meetingsSchemas, visitsSchemas } from './bookings/schemas.ts'
import { holdsService, meetingsService } from './bookings/service.server.ts'
import { freeOldCells, removeOldHolds } from './bookings/sweeping.server.ts'
import { visitsService } from './bookings/visits.server.ts'
import { hostColumns } from './hosts/address.server.ts'
import { assertNoUpcomingCalls } from './hosts/assert-no-upcoming-calls.server.ts'
import { bookingHosts } from './hosts/contract.ts'
import { planEvent } from './hosts/plan-event.server.ts'
import { fetchCalendarNow, refreshCalendars } from './hosts/refresh-calendars.server.ts'
import { bookingHostsSchemas } from './hosts/schemas.ts'
import { hostsService } from './hosts/service.server.ts'
import { watchCalendars } from './hosts/watch-calendars.server.ts'
import { callOffers } from './offers/contract.ts'
import { callOffersSchemas } from './offers/schemas.ts'
import { callOffersService } from './offers/service.server.ts'
import { meetingTypes } from './types/contract.ts'
import { meetingTypesSchemas } from './types/schemas.ts'
import { meetingTypesService } from './types/service.server.ts'
import { bookingColumns } from './types/tokens.server.ts'

export const bookingDomain: Domain = {
  routes: [
    ...routeHandlers(callBriefs, callBriefsSchemas, callBriefsService),
    ...routeHandlers(meetingTypes, meetingTypesSchemas, meetingTypesService),
    ...routeHandlers(bookingHosts, bookingHostsSchemas, hostsService),
    ...routeHandlers(meetingTypePreview, meetingTypePreviewSchemas, meetingTypePreviewService),
    ...routeHandlers(availability, availabilitySchemas, availabilityService),
    ...routeHandlers(holds, holdsSchemas, holdsService()),
    ...routeHandlers(meetings, meetingsSchemas, meetingsService),
    ...routeHandlers(agenda, agendaSchemas, agendaService),
    ...routeHandlers(pausing, pausingSchemas, pausingService([planReminders, planEvent])),
    ...routeHandlers(callOffers, callOffersSchemas, callOffersService),
    ...routeHandlers(visits, visitsSchemas, visitsService),
  ],
  jobs: [
    fetchCalendarNow,
    refreshCalendars,
    watchCalendars,
    confirmPending,
    removeOldHolds,
    freeOldCells,
    remind,
    writeCallEvent,
    readCallMeet,
    compareEvents,
  ],
  encryptedColumns: [...bookingColumns, ...hostColumns],
  mailHandlers: { meeting: callMailHandler },
}

/** Handlers that `services.ts` gives to earlier domains. */
export const bookingHandlers = {
  assertNoUpcomingCalls,
  recordReply,
  markReturned,
  eraseCalls,
  exportedCall,
}
