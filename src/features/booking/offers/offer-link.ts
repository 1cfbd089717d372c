import { redirect } from 'react-router'
import { queryOf } from '../visitor/query-of.ts'
import type { Route } from './+types/offer-link.ts'

/** The link of a mail leads from the address of the request to the page of the offered time. */
export function loader({ params, request }: Route.LoaderArgs) {
  const { searchParams } = new URL(request.url)
  const text = (name: string) => searchParams.get(name) ?? ''
  const asked = { request: params.token, at: text('at'), host: text('host') }
  return redirect(`/book/${encodeURIComponent(text('type'))}/offer${queryOf(asked)}`)
}
