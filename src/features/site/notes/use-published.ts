import { type RouterContextProvider, redirect } from 'react-router'
import { call } from '#contract/endpoint.ts'
import { isFailure } from '#contract/failure.ts'
import { type PublishedPage, published } from '#features/content/live-pages/contract.ts'
import type { PageKind } from '#features/content/pages/contract.ts'
import { transportContext } from '#web/api/prefetch.ts'

type Context = Readonly<RouterContextProvider>

/**
 * Turns failures that mean "does not exist" into null, including an address that no page can have.
 */
export async function orNull<T>(asked: Promise<T>): Promise<T | null> {
  try {
    return await asked
  } catch (error) {
    if (isFailure(error) && /^(not_found|invalid_input)$/.test(error.code)) return null
    throw error
  }
}

/** Loads the page at an address. A former address redirects permanently and keeps the query. */
export async function loadPublished(
  context: Context,
  kind: PageKind,
  slug: string,
  request: Request,
): Promise<PublishedPage | null> {
  const transport = context.get(transportContext)
  const found = await orNull(call(transport, published.show, { kind, slug }))
  if (found?.movedTo) throw redirect(found.movedTo + new URL(request.url).search, 301)
  return found?.page ?? null
}
