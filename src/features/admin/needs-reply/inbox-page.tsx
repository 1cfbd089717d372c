import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { useLocation, useOutletContext } from 'react-router'
import { ChatSubject, useChatEntries } from '#features/chat/console/chat-subject.tsx'
import type { SessionUser } from '#features/identity/sign-in/contract.ts'
import { useMay } from '#features/identity/sign-in/use-may.ts'
import type { InboxItem } from '#features/inbox/deadlines/contract.ts'
import { InboxScreen } from '#features/inbox/screens/inbox-screen.tsx'
import { NoComposer } from '#features/inbox/screens/no-composer.tsx'
import {
  type ComposerProps,
  type EntrySource,
  type InboxSlots,
  InboxSlotsContext,
} from '#features/inbox/screens/slots.ts'
import {
  ConvertSubject,
  LeadSubject,
  useLeadEntries,
} from '#features/leads/screens/lead-subject.tsx'
import { markArrivalsShown } from '#features/leads/screens/use-arrivals.ts'
import { useMailEntries } from '#features/mail/screens/use-mail-entries.tsx'
import { query } from '#web/api/query.ts'
import { adminHead } from '#web/firm.ts'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { CenteredSpinner } from '#web/ui/spinner.tsx'
import { dashboard } from '../overview/contract.ts'

const LazyComposer = lazyComponent(
  async () => (await import('#features/mail/screens/item-composer.tsx')).ItemComposer,
  () => <CenteredSpinner minHeight="min-h-24" />,
)

const LazyThread = lazyComponent(
  async () => (await import('./thread-pane.tsx')).ThreadPane,
  () => <CenteredSpinner />,
)

const LazyThreadFacts = lazyComponent(
  async () => (await import('./thread-facts.tsx')).ThreadFacts,
  () => <div className="min-h-10" />,
)

export const meta = adminHead('Needs reply')

/** The inbox, with the parts that other features contribute to it. */
export default function InboxPage() {
  const { id, username, displayName } = useOutletContext<SessionUser>()
  const isAdmin = useMay('admin')
  const { search } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address identifies the open item.
  useEffect(() => markArrivalsShown(), [search])
  const slots = useMemo(
    (): InboxSlots => ({
      Subject,
      Thread: LazyThread,
      Composer,
      Convert: ConvertSubject,
      useEntries,
      mayConvert: ({ subject, clientId }) => isAdmin && subject.type === 'inquiry' && !clientId,
    }),
    [isAdmin],
  )
  return (
    <InboxSlotsContext value={slots}>
      <InboxScreen me={{ id, name: displayName ?? username }} />
    </InboxSlotsContext>
  )
}

function Subject({ item }: { item: InboxItem }) {
  const { type, id } = item.subject
  if (type === 'inquiry') return <LeadSubject key={id} item={item} />
  return type === 'chat' ? <ChatSubject item={item} /> : <LazyThreadFacts key={id} id={id} />
}

const useEntries: EntrySource = (item) => {
  const mail = useMailEntries(item)
  const all = [useLeadEntries(item), useChatEntries(item), mail]
  return {
    entries: all.flatMap(({ entries }) => entries),
    ...(mail.earlier && { earlier: mail.earlier }),
    isLoading: all.some(({ isLoading }) => isLoading),
    isError: all.some(({ isError }) => isError),
    refetch() {
      for (const { isError, refetch } of all) if (isError) refetch()
    },
  }
}

function Composer(props: ComposerProps) {
  const { data, isPending } = useQuery(query(dashboard.overview))
  // Re-creating a button while it is being pressed would lose the click.
  if (isPending) return <CenteredSpinner minHeight="min-h-24" />
  return data?.leadsAreMailed === false ? (
    <NoComposer {...props} />
  ) : (
    <LazyComposer item={props.item} withoutMail={<NoComposer {...props} />} />
  )
}
