import type { InboxTopic } from '#contract/vocabulary.ts'
import type { PubSub } from './pub-sub.ts'

/**
 * Call this after the commit. Open screens of all instances then read the lists of these topics
 * again.
 */
export function inboxChanged({ pubSub }: { pubSub: PubSub }, ...topics: InboxTopic[]): void {
  pubSub.publish({ kind: 'inbox', topics })
}
