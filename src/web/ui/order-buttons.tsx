import { ArrowDown, ArrowUp } from 'lucide-react'
import { Button } from './button.tsx'

export function OrderButtons(props: {
  name: string
  index: number
  count: number
  onMove: (step: -1 | 1) => void
}) {
  const { name, index, count, onMove } = props
  const ends = [
    { step: -1, icon: ArrowUp, label: `Move ${name} up`, atEnd: index === 0 },
    { step: 1, icon: ArrowDown, label: `Move ${name} down`, atEnd: index === count - 1 },
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
