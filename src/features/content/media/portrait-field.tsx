import { UserRound } from 'lucide-react'
import { Icon } from '#web/ui/icon.tsx'
import { PictureChoice } from './picture-choice.tsx'

type Portrait = { id: string; url: string }

type PortraitFieldProps = { value: Portrait | null; onChange: (value: Portrait | null) => void }

const shown = '96'

export function PortraitField({ value, onChange }: PortraitFieldProps) {
  return (
    <PictureChoice
      purpose="portrait"
      legend="Portrait"
      hint="PNG, JPEG or WebP, at least 128 pixels on each side. It is cut to a square."
      isThere={value !== null}
      onUploaded={({ id, url, variants }) =>
        onChange({ id, url: variants.find(({ variant }) => variant === shown)?.url ?? url })
      }
      onRemove={() => onChange(null)}
    >
      {value ? (
        <img src={value.url} width={64} height={64} alt="Portrait" className="rounded-full" />
      ) : (
        <span className="grid size-16 place-items-center rounded-full bg-sunk text-ink-3">
          <Icon icon={UserRound} size={20} />
        </span>
      )}
    </PictureChoice>
  )
}
