import { useEffect, useState, useSyncExternalStore } from 'react'
import { useNavigate } from 'react-router'
import { toast } from '../../web/ui/toast-store.ts'
import {
  closeConsultation,
  closed,
  currentOpening,
  expectConsultation,
  subscribeToOpening,
} from './opening.ts'

type DialogComponent = typeof import('./consultation-dialog.tsx').ConsultationDialog

/** Holds the dialog's place in the page; its code comes with the first wish for it, or when idle. */
export function ConsultationHost() {
  const { wanted, open, count, opener } = useSyncExternalStore(
    subscribeToOpening,
    currentOpening,
    () => closed,
  )
  const [ConsultationDialog, setDialog] = useState<DialogComponent | null>(null)
  const [failures, setFailures] = useState(0)
  const navigate = useNavigate()
  const missing = wanted && ConsultationDialog === null

  useEffect(() => {
    if (!missing) return
    let left = false
    import('./consultation-dialog.tsx').then(
      (module) => left || setDialog(() => module.ConsultationDialog),
      () => left || setFailures(count),
    )
    return () => {
      left = true
    }
  }, [missing, count])

  // Without its code the dialog cannot open: the contact form can take the same request.
  useEffect(() => {
    if (failures === 0 || failures !== count || !open) return
    closeConsultation()
    toast({
      title: 'The consultation form could not be loaded',
      description: 'Please use the contact form instead.',
      variant: 'destructive',
    })
    navigate({ pathname: '/', hash: '#contact' }, { state: { service: 'consultation' } })
  }, [failures, count, open, navigate])

  useEffect(() => {
    if (typeof requestIdleCallback !== 'function') return
    const idle = requestIdleCallback(expectConsultation, { timeout: 20_000 })
    return () => cancelIdleCallback(idle)
  }, [])

  useEffect(() => closeConsultation, [])

  if (!ConsultationDialog || count === 0) return null
  return <ConsultationDialog key={count} open={open} opener={opener} onClose={closeConsultation} />
}
