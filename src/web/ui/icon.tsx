import type { LucideIcon } from 'lucide-react'

/** A lucide icon in the usual stroke. Decorative: the name belongs to the control around it. */
export function Icon({
  icon: Drawing,
  size = 18,
  className,
}: {
  icon: LucideIcon
  size?: 16 | 18 | 20
  className?: string
}) {
  return <Drawing size={size} strokeWidth={1.75} className={className} />
}
