import { routeHandlers } from '#server/http/dispatch.ts'
import type { Domain } from '#server/http/domain.ts'
import { agenda } from './agenda/contract.ts'
import { agendaSchemas } from './agenda/schemas.ts'
import { agendaService } from './agenda/service.server.ts'
import { availability } from './availability/contract.ts'
import { availabilitySchemas } from './availability/schemas.ts'
import { availabilityService } from './availability/service.server.ts'
import { hostColumns } from './busy-sources/address.server.ts'
import { fetchCalendarNow, refreshCalendars } from './busy-sources/refresh-calendars.server.ts'
import { watchCalendars } from './busy-sources/watch-calendars.server.ts'
import { exportedCall } from './calendar-events/call-file.server.ts'
import { compareEvents } from './calendar-events/compare-events.server.ts'
import { readCallMeet, writeCallEvent } from './calendar-events/event-job.server.ts'
import { planEvent } from './calendar-events/event-plan.server.ts'
import { callBriefs } from './call-brief/contract.ts'
import { callBriefsSchemas } from './call-brief/schemas.ts'
import { callBriefsService } from './call-brief/service.server.ts'
import { chatOffers } from './chat-offer/contract.ts'
import { chatOffersSchemas } from './chat-offer/schemas.ts'
import { chatOffersService } from './chat-offer/service.server.ts'
import { assertNoUpcomingCalls } from './hosts/assert-no-upcoming-calls.server.ts'
import { bookingHosts } from './hosts/contract.ts'
import { bookingHostsSchemas } from './hosts/schemas.ts'
import { hostsService } from './hosts/service.server.ts'
import { callMailHandler } from './mail/booking-mail-handler.server.ts'
import { planReminders, remind } from './mail/reminders.server.ts'
import { markReturned, recordReply } from './mail/returned.server.ts'
import { meetingTypes } from './meeting-types/contract.ts'
import { meetingTypesSchemas } from './meeting-types/schemas.ts'
import { meetingTypesService } from './meeting-types/service.server.ts'
import { pausing } from './pausing/contract.ts'
import { pausingSchemas } from './pausing/schemas.ts'
import { pausingService } from './pausing/service.server.ts'
import { confirmPending } from './reservation/confirm-pending.server.ts'
import { holds, meetings } from './reservation/contract.ts'
import { eraseCalls } from './reservation/erase-calls.server.ts'
import { holdsSchemas, meetingsSchemas } from './reservation/schemas.ts'
import { holdsService, meetingsService } from './reservation/service.server.ts'
import { freeOldCells, removeOldHolds } from './reservation/sweeping.server.ts'
import { bookingColumns } from './reservation/tokens.server.ts'
import { meetingTypePreview } from './settings/contract.ts'
import { meetingTypePreviewSchemas } from './settings/schemas.ts'
import { meetingTypePreviewService } from './settings/service.server.ts'
import { visits } from './visitor/contract.ts'
import { visitsSchemas } from './visitor/schemas.ts'
import { visitsService } from './visitor/service.server.ts'

export const bookingDomain: Domain = {
  routes: [
    ...routeHandlers(callBriefs, callBriefsSchemas, callBriefsService),
    ...routeHandlers(meetingTypes, meetingTypesSchemas, meetingTypesService),
    ...routeHandlers(bookingHosts, bookingHostsSchemas, hostsService),
    ...routeHandlers(meetingTypePreview, meetingTypePreviewSchemas, meetingTypePreviewService),
    ...routeHandlers(availability, availabilitySchemas, availabilityService),
    ...routeHandlers(holds, holdsSchemas, holdsService),
    ...routeHandlers(meetings, meetingsSchemas, meetingsService),
    ...routeHandlers(agenda, agendaSchemas, agendaService),
    ...routeHandlers(pausing, pausingSchemas, pausingService([planReminders, planEvent])),
    ...routeHandlers(chatOffers, chatOffersSchemas, chatOffersService),
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
