import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Output } from '#contract/endpoint.ts'
import { keyOf, query } from '#web/api/query.ts'
import { refetchAlways } from '#web/api/refetch-always.ts'
import { meetingTypePreview } from '../availability/contract.ts'
import { bookingHosts } from '../hosts/contract.ts'
import { meetingTypes } from '../types/contract.ts'

export type MeetingType = Output<typeof meetingTypes.list>['meetingTypes'][number]
export type Host = Output<typeof bookingHosts.show>

/** The screen on which Google is connected. */
export const googleConnections = '/admin?tab=google-integrations'

/** The signed-in user's settings as a host. */
export function useOwnHost() {
  return useQuery({ ...query(bookingHosts.show, { userId: 'me' }), ...refetchAlways })
}

/** Refetches what depends on hosts and meeting types. */
export function useRefreshBooking() {
  const client = useQueryClient()
  const stale = [bookingHosts.show, bookingHosts.list, meetingTypes.list, meetingTypePreview.show]
  return () => Promise.all(stale.map((key) => client.invalidateQueries({ queryKey: keyOf(key) })))
}
