import { shownEverywhere } from '../content/instances.ts'
import { inboxChanged } from '../pub-sub/inbox-changed.ts'
import type { Dependencies } from './context.ts'

/**
 * After the commit of a change of public content: this instance shows it from now on, the others
 * and open screens of the back-office are notified.
 *
 * @param version of the public content, as raised in the transaction.
 * @returns whether every running instance shows it.
 */
export async function announceContent(deps: Dependencies, version: number): Promise<boolean> {
  const { content, contentChanged, db, config } = deps
  // It is published already; when this fails, it is read again within two seconds.
  await content.refresh().catch(() => {})
  contentChanged()
  inboxChanged(deps, 'site')
  const isAlone = config.databaseUrl === undefined
  return isAlone || (await shownEverywhere(db, version).catch(() => false))
}
