import type { LucideIcon } from 'lucide-react'

/** Decorative: the surrounding control carries the accessible name. */
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
