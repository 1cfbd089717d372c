export type Theme = 'light' | 'dark'

/** Browser frame colours: --bg of each theme as sRGB; contrast.test.ts compares them. */
export const frameColours: Record<Theme, string> = { light: '#f8fbf9', dark: '#0c1511' }

const storageKey = 'theme'
const listeners = new Set<() => void>()

/** Light on the server and on a first visit. */
export function readTheme(): Theme {
  if (typeof document === 'undefined') return 'light'
  return document.documentElement.classList.contains('dark') ? 'dark' : 'light'
}

/** Switches the theme and stores the choice; works without storage, as in private windows. */
function setTheme(theme: Theme): void {
  document.documentElement.classList.toggle('dark', theme === 'dark')
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', frameColours[theme])
  try {
    localStorage.setItem(storageKey, theme)
  } catch {}
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
 * Inline script that sets the stored theme before the first paint. It belongs in <head> after
 * `<meta name="theme-color">`, and its hash in the content security policy. Both <html> and that
 * meta need `suppressHydrationWarning`.
 */
export const themeScript = `try{if(localStorage.getItem('theme')==='dark'){document.documentElement.classList.add('dark');document.querySelector('meta[name="theme-color"]').content='${frameColours.dark}'}}catch(e){}`
