import { useDeferredValue, useEffect } from 'react'
import { useStore } from '#web/store.ts'
import { useOnPageChange } from '#web/ui/back-closes.ts'
import { LazyFailure, useLazyCode, whenIdle } from '#web/ui/lazy-code.tsx'
import type { ReadBookPath } from './consultation-dialog.tsx'
import { consultationOpening } from './consultation-link.tsx'

const load = () => import('./consultation-dialog.tsx').then((module) => module.loadDialog())

/** Loads the dialog's code on first demand, or when the browser is idle. */
export function ConsultationHost({ readBookPath }: { readBookPath: ReadBookPath | undefined }) {
  // Deferred, so that the next frame can respond to the click before the form is rendered.
  const opening = useDeferredValue(useStore(consultationOpening))
  const { open, count, opener = null } = opening
  const { code: ConsultationDialog, failed } = useLazyCode(load, opening)

  useEffect(() => whenIdle(consultationOpening.expect), [])
  useEffect(() => consultationOpening.hide, [])
  useOnPageChange(consultationOpening.hide)

  if (failed) {
    return (
      <LazyFailure
        title="The consultation form could not be loaded"
        otherWay={
          <a className="link" href="/consultation">
            Open it as a page
          </a>
        }
        onRetry={() => {
          opener?.focus()
          consultationOpening.show(opener)
        }}
        onDismiss={consultationOpening.hide}
      />
    )
  }
  if (!ConsultationDialog || count === 0) return null
  return (
    <ConsultationDialog
      key={count}
      open={open}
      opener={opener}
      readBookPath={readBookPath}
      onClose={consultationOpening.hide}
    />
  )
}
