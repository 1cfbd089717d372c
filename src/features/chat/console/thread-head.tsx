import { ArrowLeft, Copy, Ellipsis, PanelRight } from 'lucide-react'
import { mailtoOf } from '#contract/email-address.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { copyText } from '#web/ui/copy-text.ts'
import { Menu, MenuItem } from '#web/ui/menu.tsx'
import { Time } from '#web/ui/time.tsx'
import type { ChatSession } from '../protocol/protocol.ts'
import { companyName, visitorName } from './session-words.ts'

type ThreadHeadProps = {
  session: ChatSession
  ownId: string
  connected: boolean
  detailsOpen: boolean
  onDetails: () => void
  onBack: () => void
  /** The chat is about to end, which can still be undone. */
  ending: boolean
  onEnd: () => void
  onKeep: () => void
  onEndWithNote: () => void
  /** Absent if nobody can book calls here. */
  onBookCall: (() => void) | undefined
  onDownload: () => void
}

export function ThreadHead(props: ThreadHeadProps) {
  const { session, ownId, connected, detailsOpen } = props
  const { email } = session.visitorInfo
  return (
    <header className="thread-head">
      <Button
        variant="quiet"
        icon={ArrowLeft}
        iconSize={20}
        className="thread-back"
        aria-label="All chats"
        onClick={props.onBack}
      />
      <div className="thread-who">
        <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
          <h2 tabIndex={-1} dir="auto" className="text-base font-semibold">
            {visitorName(session)}
          </h2>
          <Badge variant="secondary" className="thread-extra">
            Session <span className="mono">{session.id.slice(-8)}</span>
          </Badge>
        </div>
        <p className="thread-facts">
          {email && (
            <span className="inline-flex items-center gap-1">
              <a className="link break-all" href={mailtoOf(email)}>
                {email}
              </a>
              <Button
                variant="quiet"
                icon={Copy}
                iconSize={16}
                className="thread-copy"
                aria-label={`Copy ${email}`}
                title="Copy"
                onClick={() => copyText(email)}
              />
            </span>
          )}
          <span>{companyName(session)}</span>
          <span className="thread-extra">
            Started <Time value={session.startedAt} format="datetime" />
          </span>
          {session.agentId && (
            <span>
              Taken by {session.agentId === ownId ? 'you' : (session.agentName ?? 'a colleague')}
            </span>
          )}
        </p>
      </div>
      <div className="thread-actions">
        <Button
          variant="quiet"
          icon={PanelRight}
          aria-expanded={detailsOpen}
          aria-controls="visitor-details"
          onClick={props.onDetails}
        >
          Details
        </Button>
        {session.status === 'active' && !props.ending && (
          <Button className="thread-end" disabled={!connected} onClick={props.onEnd}>
            End Chat
          </Button>
        )}
        {session.status === 'active' && props.ending && (
          <p className="flex items-center gap-2">
            Ending… <Button onClick={props.onKeep}>Undo</Button>
          </p>
        )}
        <Menu
          label="More for this chat"
          trigger={
            <Button variant="quiet" icon={Ellipsis} aria-label="More for this chat" title="More" />
          }
        >
          {props.onBookCall && <MenuItem onSelect={props.onBookCall}>Book a Call…</MenuItem>}
          {session.status === 'active' && (
            <MenuItem disabled={!connected} onSelect={props.onEndWithNote}>
              End with a Note…
            </MenuItem>
          )}
          <MenuItem onSelect={props.onDownload}>Download Transcript</MenuItem>
        </Menu>
      </div>
    </header>
  )
}
