import { Download, Ellipsis, Minus, Volume2, VolumeX, X } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../web/ui/button.tsx'

type ChatHeadProps = {
  title: string
  line: string
  sound: boolean
  onSound: (on: boolean) => void
  onDownload: (() => void) | undefined
  onMinimize: () => void
  onEnd: () => void
}

export function ChatHead({
  title,
  line,
  sound,
  onSound,
  onDownload,
  onMinimize,
  onEnd,
}: ChatHeadProps) {
  const [more, setMore] = useState(false)
  return (
    <header className="chat-head">
      <div className="chat-who">
        <h2 id="chat-title" tabIndex={-1} className="chat-title">
          {title}
        </h2>
        <p className="chat-line">{line}</p>
      </div>
      <Tool
        icon={Ellipsis}
        name="Chat options"
        aria-expanded={more}
        aria-controls="chat-more"
        onClick={() => setMore(!more)}
      />
      <Tool icon={Minus} name="Minimize chat" onClick={onMinimize} />
      <Tool icon={X} name="End chat and close" onClick={onEnd} />
      <div id="chat-more" className="chat-more" hidden={!more}>
        <Button
          variant="quiet"
          icon={sound ? Volume2 : VolumeX}
          size="sm"
          aria-pressed={sound}
          onClick={() => onSound(!sound)}
          className="chat-sound"
        >
          Sound
        </Button>
        <Button
          variant="quiet"
          icon={Download}
          size="sm"
          disabled={!onDownload}
          onClick={onDownload}
        >
          Download transcript
        </Button>
      </div>
    </header>
  )
}

function Tool({
  icon,
  name,
  ...rest
}: {
  icon: typeof X
  name: string
  onClick: () => void
  'aria-expanded'?: boolean
  'aria-controls'?: string
}) {
  return (
    <Button
      variant="quiet"
      icon={icon}
      className="chat-tool"
      aria-label={name}
      title={name}
      {...rest}
    />
  )
}
