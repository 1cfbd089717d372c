import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { Icon } from './icon.tsx'
import { TextInput } from './inputs.tsx'
import { labeled } from './labeled.tsx'
import './password-input.css'

function PasswordInput({
  what = 'password',
  ...rest
}: Omit<ComponentProps<typeof TextInput>, 'type'> & { what?: string }) {
  const [visible, setVisible] = useState(false)
  return (
    <div className="reveal">
      <TextInput
        type={visible ? 'text' : 'password'}
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        {...rest}
      />
      <button
        type="button"
        className="reveal-button focus-inset"
        aria-pressed={visible}
        aria-label={`Show ${what}`}
        title={visible ? `Hide ${what}` : `Show ${what}`}
        onClick={() => setVisible(!visible)}
      >
        <Icon icon={visible ? EyeOff : Eye} />
      </button>
    </div>
  )
}

export const PasswordField = labeled(PasswordInput)
