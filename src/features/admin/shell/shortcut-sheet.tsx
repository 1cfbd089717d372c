import { Dialog } from '../../../web/ui/dialog.tsx'
import { usePreference } from '../../../web/ui/preference.ts'
import { currentShortcuts, shortcutsPreference, shownKeys } from '../../../web/ui/shortcuts.ts'

export function ShortcutSheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  const enabled = usePreference(shortcutsPreference, 'on') === 'on'
  return (
    <Dialog
      open={open}
      onOpenChange={onClose}
      title="Keyboard shortcuts"
      size="sm"
      initialFocus="heading"
    >
      {!enabled && (
        <p className="mb-3 text-ink-2">
          Single-key shortcuts are switched off in the menu under your name.
        </p>
      )}
      <dl className="shortcut-list">
        {open &&
          currentShortcuts().map(({ keys, label }) => (
            <div key={keys}>
              <dt>{label}</dt>
              <dd>
                {shownKeys(keys).map((key) => (
                  <kbd key={key} className="keys">
                    {key}
                  </kbd>
                ))}
              </dd>
            </div>
          ))}
      </dl>
    </Dialog>
  )
}
