import { Moon, Sun } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { Button } from './button.tsx'
import type { Size } from './density.tsx'
import { Icon } from './icon.tsx'
import { readTheme, subscribeTheme, toggleTheme } from './theme.ts'

/** Pressed means dark. */
export function ThemeToggle({ size, className }: { size?: Size; className?: string }) {
  const dark = useSyncExternalStore(subscribeTheme, readTheme, () => 'light') === 'dark'
  return (
    <Button
      variant="quiet"
      size={size}
      iconOnly
      needsScript
      className={className}
      aria-label="Dark theme"
      aria-pressed={dark}
      title={dark ? 'Switch to light theme' : 'Switch to dark theme'}
      onClick={toggleTheme}
    >
      <Icon icon={dark ? Sun : Moon} size={20} />
    </Button>
  )
}
