import { Download, Ellipsis, Minus, Volume2, VolumeX, X } from 'lucide-react'
import { useState } from 'react'
import { Button, type ButtonProps } from '#web/ui/button.tsx'

type ChatHeadProps = {
  title: string
  line: string
  /** The URL of the portrait. */
  portrait: string | undefined
  sound: boolean
  onSound: (on: boolean) => void
  onDownload: (() => void) | undefined
  onMinimize: () => void
  onEnd: () => void
}

export function ChatHead(props: ChatHeadProps) {
  const { title, line, portrait, sound, onSound, onDownload, onMinimize, onEnd } = props
  const [more, setMore] = useState(false)
  return (
    <header className="chat-head">
      {portrait && <img src={portrait} width={36} height={36} alt="" className="chat-portrait" />}
      <div className="chat-who">
        <h2 id="chat-title" tabIndex={-1} className="chat-title">
          {title}
        </h2>
        <p className="chat-line">{line}</p>
      </div>
      <HeadButton
        icon={Ellipsis}
        aria-label="Chat options"
        aria-expanded={more}
        aria-controls="chat-more"
        onClick={() => setMore(!more)}
      />
      <HeadButton icon={Minus} aria-label="Minimize chat" onClick={onMinimize} />
      <HeadButton icon={X} aria-label="End chat and close" onClick={onEnd} />
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
          Download Transcript
        </Button>
      </div>
    </header>
  )
}

function HeadButton(props: ButtonProps) {
  return <Button variant="quiet" className="chat-tool" title={props['aria-label']} {...props} />
}
