import { useState } from 'react'
import type { ActDialogProps } from './assign-dialog.tsx'
import { PickDialog } from './pick-dialog.tsx'
import { snoozeHint, snoozeTimes } from './snooze-times.ts'
import { TimeDialog } from './time-dialog.tsx'

export function SnoozeDialog({ item, acts, ...state }: ActDialogProps) {
  const [asksTime, setAsksTime] = useState(false)
  const [now] = useState(() => new Date())
  function snooze(until: Date) {
    acts.snooze(item, until)
    state.onClose()
  }
  const options = snoozeTimes(now).map(({ label, until }) => ({
    key: label,
    label,
    hint: snoozeHint(until, item.dueAt, now),
    onPick: () => snooze(until),
  }))
  return (
    <>
      <PickDialog
        {...state}
        open={state.open && !asksTime}
        title="Snooze"
        placeholder="Until when?"
        options={[
          ...options,
          { key: 'own', label: 'Another time…', onPick: () => setAsksTime(true) },
        ]}
      />
      {asksTime && (
        <TimeDialog
          {...state}
          title="Snooze until"
          submitLabel="Snooze"
          now={now}
          hint={(until) => snoozeHint(until, item.dueAt, now)}
          onPick={snooze}
        />
      )}
    </>
  )
}
