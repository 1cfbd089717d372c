import { useStore } from '../../../web/store.ts'
import { createOpening } from '../../../web/ui/late-code.tsx'

export const consultationOpening = createOpening()
export const useConsultationOpening = () => useStore(consultationOpening)
