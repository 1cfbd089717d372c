import { browserStorage } from '../storage.ts'

export type Theme = 'light' | 'dark'

/** Browser frame colours: --bg of each theme as sRGB; contrast.test.ts compares them. */
export const frameColours: Record<Theme, string> = { light: '#f8fbf9', dark: '#0c1511' }

const storageKey = 'theme'
const listeners = new Set<() => void>()

export function readTheme(): Theme {
  if (typeof document === 'undefined') return 'light'
  return document.documentElement.classList.contains('dark') ? 'dark' : 'light'
}

function setTheme(theme: Theme): void {
  document.documentElement.classList.toggle('dark', theme === 'dark')
  const frame = document.querySelector<HTMLMetaElement>('meta[name="theme-color"]')
  if (frame) frame.content = frame.dataset[theme] ?? frameColours[theme]
  browserStorage.write(storageKey, theme)
  for (const listener of listeners) listener()
}

export function toggleTheme(): void {
  setTheme(readTheme() === 'dark' ? 'light' : 'dark')
}

/** Also fires for changes made in other tabs. */
export function subscribeTheme(listener: () => void): () => void {
  const follow = (event: StorageEvent) => {
    if (event.key === storageKey) setTheme(event.newValue === 'dark' ? 'dark' : 'light')
  }
  listeners.add(listener)
  window.addEventListener('storage', follow)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', follow)
  }
}

/**
 * Sets the stored theme before the first paint. Belongs after `<meta name="theme-color">`; its hash
 * is in the content security policy. <html> and that meta need `suppressHydrationWarning`.
 */
export const themeScript = (dark = frameColours.dark) =>
  `try{if(localStorage.getItem('theme')==='dark'){document.documentElement.classList.add('dark');document.querySelector('meta[name="theme-color"]').content='${dark}'}}catch(e){}`
