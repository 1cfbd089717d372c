import { useQuery } from '@tanstack/react-query'
import { query } from '#web/api/query.ts'
import { refetchAlways } from '#web/api/refetch-always.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { CountStrip } from '#web/ui/count-strip.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { chat } from '../protocol/contract.ts'

const counters = [
  { key: 'active', label: 'Active Chats', meaning: 'with a person now' },
  { key: 'waiting', label: 'Waiting', meaning: 'for a person' },
  { key: 'today', label: 'Today', meaning: 'begun since midnight at the office' },
] as const

export function ChatTab() {
  const { data, isError, isFetching, refetch } = useQuery({
    ...query(chat.numbers),
    ...refetchAlways,
  })

  return (
    <div className="grid gap-5">
      <CountStrip
        counts={counters.map(({ key, ...words }) => ({ ...words, count: data?.[key] }))}
        isMissing={isError && !data}
        failure={
          <ErrorState
            className="border-t!"
            message="Unable to load the counts at this time."
            onRetry={refetch}
            retrying={isFetching}
          />
        }
      />
      <div className="flex flex-wrap gap-3">
        <ButtonLink variant="primary" to="/admin/chat">
          Open Live Chat
        </ButtonLink>
        <ButtonLink to="/admin/consultations">View Consultations</ButtonLink>
      </div>
    </div>
  )
}
