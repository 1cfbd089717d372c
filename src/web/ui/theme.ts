import { persisted } from '../store.ts'

export type Theme = 'light' | 'dark'

/**
 * Colors of the browser's frame, which are --bg of each theme as sRGB; contrast.test.ts compares
 * them.
 */
export const frameColors: Record<Theme, string> = { light: '#f8fbf9', dark: '#0c1511' }

const storageKey = 'theme'

export const theme = persisted(
  storageKey,
  (stored): Theme => (stored === 'dark' ? 'dark' : 'light'),
)

function applyTheme(): void {
  const shown = theme.get()
  document.documentElement.classList.toggle('dark', shown === 'dark')
  const frame = document.querySelector<HTMLMetaElement>('meta[name="theme-color"]')
  if (frame) frame.content = frame.dataset[shown] ?? frameColors[shown]
}

if (typeof document !== 'undefined') theme.subscribe(applyTheme)

export function toggleTheme(): void {
  theme.set(theme.get() === 'dark' ? 'light' : 'dark')
}

/**
 * Sets the stored theme before the first paint. Belongs after `<meta name="theme-color">`. Its hash
 * is in the content security policy. The html element and that meta need
 * `suppressHydrationWarning`.
 */
export const themeScript = (dark = frameColors.dark) =>
  `try{if(localStorage.getItem('theme')==='dark'){document.documentElement.classList.add('dark');document.querySelector('meta[name="theme-color"]').content='${dark}'}}catch(e){}`
