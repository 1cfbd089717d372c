import { ArrowDown, ArrowUp } from 'lucide-react'
import { Button } from './button.tsx'

/** At an end of the list the button stays, but does nothing. */
export function OrderButtons(props: {
  name: string
  place: number
  count: number
  onMove: (step: -1 | 1) => void
}) {
  const { name, place, count, onMove } = props
  const ends = [
    { step: -1, icon: ArrowUp, label: `Move ${name} up`, atEnd: place === 0 },
    { step: 1, icon: ArrowDown, label: `Move ${name} down`, atEnd: place === count - 1 },
  ] as const
  return (
    <span className="inline-flex">
      {ends.map(({ step, icon, label, atEnd }) => (
        <Button
          icon={icon}
          key={step}
          variant="quiet"
          repeats
          aria-label={label}
          title={label}
          aria-disabled={atEnd || undefined}
          onClick={() => !atEnd && onMove(step)}
        />
      ))}
    </span>
  )
}
