import { shownEverywhere } from '../content/instances.ts'
import { inboxChanged } from '../pub-sub/inbox-changed.ts'
import type { Dependencies } from './context.ts'

/**
 * Call this after the commit of a change of public content. This instance shows the change from now
 * on; other instances and open screens of the back-office are notified.
 *
 * @param version the version of the public content, as raised in the transaction.
 * @returns whether every running instance shows it.
 */
export async function announceContent(deps: Dependencies, version: number): Promise<boolean> {
  const { content, contentChanged, db, config } = deps
  // The change is already published. If this fails, the content is read again within two seconds.
  await content.refresh().catch(() => {})
  contentChanged()
  inboxChanged(deps, 'site')
  const isAlone = config.databaseUrl === undefined
  return isAlone || (await shownEverywhere(db, version).catch(() => false))
}
