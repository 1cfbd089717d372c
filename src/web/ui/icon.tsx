import type { LucideIcon } from 'lucide-react'

/** Decorative: the surrounding control carries the accessible name. */
export function Icon(props: { icon: LucideIcon; size?: 16 | 18 | 20; className?: string }) {
  const { icon: Drawing, size = 18, className } = props
  return <Drawing size={size} strokeWidth={1.75} className={className} />
}
