import { useDeferredValue, useEffect, useSyncExternalStore } from 'react'
import { LateFailure } from '../../../web/ui/late-failure.tsx'
import { useLateCode } from '../../../web/ui/use-late-code.ts'
import { whenIdle } from '../../../web/ui/when-idle.ts'
import {
  closeConsultation,
  closed,
  currentOpening,
  expectConsultation,
  openConsultation,
  subscribeToOpening,
} from './opening.ts'

const load = () => import('./consultation-dialog.tsx').then((module) => module.ConsultationDialog)

/** Loads the dialog's code on first demand, or when the browser is idle. */
export function ConsultationHost() {
  // Deferred, so that the next frame responds to the click before the form is drawn.
  const opening = useDeferredValue(
    useSyncExternalStore(subscribeToOpening, currentOpening, () => closed),
  )
  const { open, count, opener } = opening
  const { code: ConsultationDialog, failed } = useLateCode(load, opening)

  useEffect(() => whenIdle(expectConsultation), [])
  useEffect(() => closeConsultation, [])

  if (failed) {
    return (
      <LateFailure
        title="The consultation form could not be loaded"
        otherWay={
          <a className="link" href="/consultation">
            Open it as a page
          </a>
        }
        onRetry={() => {
          opener?.focus()
          openConsultation(opener)
        }}
        onDismiss={closeConsultation}
      />
    )
  }
  if (!ConsultationDialog || count === 0) return null
  return <ConsultationDialog key={count} open={open} opener={opener} onClose={closeConsultation} />
}
