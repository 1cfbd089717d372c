import { BellRing, Volume2, VolumeX } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { chime } from '../thread/chime.ts'
import { notificationPermission } from './notifications.ts'
import { alertChoices, chooseAlerts, useAlertChoices } from './use-alert-choices.ts'

export function AlertSettings() {
  const choices = useAlertChoices()
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button
          icon={choices.sound ? Volume2 : VolumeX}
          aria-pressed={choices.sound}
          onClick={() => {
            chooseAlerts({ sound: !choices.sound })
            if (!choices.sound) chime(choices.volume)
          }}
        >
          Sound
        </Button>
        <label className="flex min-w-0 items-center gap-2">
          Volume
          <input
            type="range"
            name="volume"
            min={0.1}
            max={1}
            step={0.1}
            className="w-36"
            value={choices.volume}
            disabled={!choices.sound}
            onChange={(event) => chooseAlerts({ volume: Number(event.target.value) })}
            onPointerUp={() => chime(alertChoices.get().volume)}
          />
        </label>
        <p className="small text-ink-2">
          For every new visitor, inquiry and consultation request, and for messages in chats you’re
          not looking at.
        </p>
      </div>
      <Notifications on={choices.notifications} />
    </div>
  )
}

function Notifications({ on }: { on: boolean }) {
  const [permission, setPermission] = useState(notificationPermission)
  if (permission === 'unsupported') {
    return <p className="small text-ink-2">This browser can’t show notifications for this site.</p>
  }
  if (permission === 'denied') {
    return (
      <p className="small text-ink-2">
        Notifications are blocked for this site. To allow them, open the site settings beside the
        address bar, set Notifications to Allow and reload the page.
      </p>
    )
  }
  const active = on && permission === 'granted'
  async function toggle() {
    if (active) return chooseAlerts({ notifications: false })
    const answer = await Notification.requestPermission()
    setPermission(answer)
    chooseAlerts({ notifications: answer === 'granted' })
  }
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <Button icon={BellRing} aria-pressed={active} onClick={toggle}>
        Notify Me on This Device
      </Button>
      <p className="small text-ink-2">
        While this tab is in the background. It shows who writes, never what.
      </p>
    </div>
  )
}
