import { frameColours } from './theme.ts'

/**
 * Inline script that sets the stored theme before the first paint. It belongs in <head> after
 * `<meta name="theme-color">`, and its hash in the content security policy. Both <html> and that
 * meta need `suppressHydrationWarning`.
 */
export const themeScript = `try{if(localStorage.getItem('theme')==='dark'){document.documentElement.classList.add('dark');document.querySelector('meta[name="theme-color"]').content='${frameColours.dark}'}}catch(e){}`
