import { Check } from 'lucide-react'
import { Icon } from '../../../web/ui/icon.tsx'
import type { Progress } from './message.ts'

const words: Record<Progress, string> = {
  sending: 'Sending',
  sent: 'Sent',
  delivered: 'Delivered',
  failed: 'Not sent.',
}

/**
 * Delivery state as a word and a tick. Only an attribute changes, so that screen readers do not
 * announce every delivery.
 */
export function SpokenProgress({ progress }: { progress: Progress }) {
  return (
    <span
      role="img"
      aria-label={words[progress]}
      data-progress={progress}
      className="speech-progress"
    >
      <Icon icon={Check} size={16} />
    </span>
  )
}
