import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { momentWords } from '#features/inbox/screens/due-words.ts'
import { snoozeTimes } from '#features/inbox/screens/snooze-times.ts'
import { TimeDialog } from '#features/inbox/screens/time-dialog.tsx'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Menu, MenuItem } from '#web/ui/menu.tsx'
import { useDialog } from '#web/ui/use-dialog.ts'

/** Offers a few usual times to send a mail, or a time of the user's choice. */
export function SendLater({ onSend }: { onSend: (at: Date) => void }) {
  const own = useDialog<true>()
  const [now, setNow] = useState(() => new Date())
  return (
    <>
      <Menu
        label="Send later"
        onOpenChange={(open) => open && setNow(new Date())}
        trigger={
          <Button>
            Send Later
            <Icon icon={ChevronDown} size={16} />
          </Button>
        }
      >
        {snoozeTimes(now).map(({ label, until }) => (
          <MenuItem key={label} onSelect={() => onSend(until)}>
            {label}
            <span className="ml-auto pl-4 text-ink-2">{momentWords(until, now.getTime())}</span>
          </MenuItem>
        ))}
        <MenuItem onSelect={() => own.show(true)}>Another Time…</MenuItem>
      </Menu>
      {own.subject && (
        <TimeDialog
          key={own.opening}
          {...own.state}
          title="Send later"
          submitLabel="Send Later"
          now={now}
          hint={(at) => momentWords(at, Date.now())}
          onPick={(at) => {
            own.state.onClose()
            onSend(at)
          }}
        />
      )}
    </>
  )
}
