import { Moon, Sun } from 'lucide-react'
import { useStore } from '../store.ts'
import { Button } from './button.tsx'
import type { Size } from './density.tsx'
import { theme, toggleTheme } from './theme.ts'

export function ThemeToggle({ size }: { size?: Size }) {
  const dark = useStore(theme) === 'dark'
  return (
    <Button
      variant="quiet"
      icon={dark ? Sun : Moon}
      iconSize={20}
      size={size}
      className="needs-script"
      aria-label="Dark theme"
      aria-pressed={dark}
      title={dark ? 'Switch to light theme' : 'Switch to dark theme'}
      onClick={toggleTheme}
    />
  )
}
