import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Bell } from 'lucide-react'
import { useNavigate } from 'react-router'
import { call } from '#contract/endpoint.ts'
import { notifications } from '#features/notifications/delivery/contract.ts'
import { browser } from '#web/api/browser.ts'
import { keyOf, query } from '#web/api/query.ts'
import { refetchAlways } from '#web/api/refetch-always.ts'
import { useMutation } from '#web/api/use-mutation.ts'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Menu, MenuItem, MenuNote, MenuSeparator } from '#web/ui/menu.tsx'
import { showFailure } from '#web/ui/outcome.ts'
import { relativeTime } from '#web/ui/time.tsx'
import { counted } from '#web/ui/words.ts'
import { dashboard } from '../overview/contract.ts'
import { waitingOf, waitingWords } from './waiting.ts'
import './bell.css'

const maxShown = 10

/** A menu with notifications and, below them, everything that is waiting. */
export function WaitingBell() {
  const navigate = useNavigate()
  const client = useQueryClient()
  const { data } = useQuery(query(dashboard.overview))
  const news = useQuery({ ...query(notifications.list, { limit: maxShown }), ...refetchAlways })
  const read = useMutation({
    mutationFn: (ids: string[] | undefined) =>
      call(browser, notifications.read, ids ? { ids } : {}),
    onSettled: () => client.invalidateQueries({ queryKey: keyOf(notifications.list) }),
    onError: (error) => showFailure(error, 'Failed to mark as read'),
  })
  const waiting = data ? waitingOf(data) : []
  const { items = [], unread = 0 } = news.data ?? {}
  const words = [
    data ? waitingWords(waiting) : 'Waiting',
    ...(unread > 0 ? [counted(unread, 'unread notification')] : []),
  ].join('. ')
  return (
    <Menu
      label="Waiting"
      wide
      trigger={
        <Button variant="quiet" className="btn-icon" aria-label={words} title={words}>
          <span
            className="bell"
            data-news={unread > 0 || waiting.some(({ isNew }) => isNew) || undefined}
          >
            <Icon icon={Bell} size={20} />
          </span>
        </Button>
      }
    >
      {news.isError && <MenuNote>Your notifications couldn’t be loaded.</MenuNote>}
      {news.isError && (
        <MenuItem
          onSelect={(event) => {
            event.preventDefault()
            void news.refetch()
          }}
        >
          Retry
        </MenuItem>
      )}
      {news.data && items.length === 0 && <MenuNote>Nothing new</MenuNote>}
      {items.map(({ id, title, url, createdAt, readAt }) => (
        <MenuItem
          key={id}
          className="bell-item"
          onSelect={() => {
            if (readAt === null) read.mutate([id])
            void navigate(url)
          }}
        >
          <span className="bell-dot" data-unread={readAt === null || undefined} />
          <span className="min-w-0">
            {readAt === null && <span className="sr-only">Unread: </span>}
            <span dir="auto" className="bell-title">
              {title}
            </span>
            <Ago at={createdAt} />
          </span>
        </MenuItem>
      ))}
      {unread > 0 && (
        <MenuItem
          onSelect={(event) => {
            event.preventDefault()
            read.mutate(undefined)
          }}
        >
          Mark All Read
        </MenuItem>
      )}
      <MenuSeparator />
      {data && waiting.length === 0 && <MenuNote>{waitingWords(waiting)}.</MenuNote>}
      {!data && <MenuNote>This couldn’t be counted yet.</MenuNote>}
      {waiting.map(({ text, to }) => (
        <MenuItem key={to} onSelect={() => navigate(to)}>
          {text}
        </MenuItem>
      ))}
    </Menu>
  )
}

/** Computed when the menu opens. */
function Ago({ at }: { at: string }) {
  const moment = new Date(at)
  return (
    <time dateTime={at} title={moment.toLocaleString()} className="bell-time">
      {relativeTime(moment, new Date())}
    </time>
  )
}
