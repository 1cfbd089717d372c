import { useDeferredValue, useEffect, useSyncExternalStore } from 'react'
import { useNavigate } from 'react-router'
import { toast } from '../../web/ui/toast-store.ts'
import { useLateCode } from '../../web/ui/use-late-code.ts'
import {
  closeConsultation,
  closed,
  currentOpening,
  expectConsultation,
  subscribeToOpening,
} from './opening.ts'

const load = () => import('./consultation-dialog.tsx').then((module) => module.ConsultationDialog)

/** Holds the dialog's place in the page; its code comes with the first wish for it, or when idle. */
export function ConsultationHost() {
  // The click is answered by the next frame, and the form drawn behind that.
  const opening = useDeferredValue(
    useSyncExternalStore(subscribeToOpening, currentOpening, () => closed),
  )
  const { open, count, opener } = opening
  const navigate = useNavigate()

  // Without its code the dialog cannot open: the contact form can take the same request.
  const ConsultationDialog = useLateCode(load, opening, () => {
    closeConsultation()
    toast({
      title: 'The consultation form could not be loaded',
      description: 'Please use the contact form instead.',
      variant: 'destructive',
    })
    void navigate({ pathname: '/', hash: '#contact' }, { state: { service: 'consultation' } })
  })

  useEffect(() => {
    if (typeof requestIdleCallback !== 'function') return
    const idle = requestIdleCallback(expectConsultation, { timeout: 20_000 })
    return () => cancelIdleCallback(idle)
  }, [])

  useEffect(() => closeConsultation, [])

  if (!ConsultationDialog || count === 0) return null
  return <ConsultationDialog key={count} open={open} opener={opener} onClose={closeConsultation} />
}
