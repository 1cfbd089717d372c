import { frameColours } from './theme.ts'

/**
 * Text of the inline script that sets the stored theme before the first paint. It belongs in <head>
 * after `<meta name="theme-color">`; its hash belongs in the content security policy. Both <html>
 * and that meta need `suppressHydrationWarning`.
 */
export const themeScript = `try{if(localStorage.getItem('theme')==='dark'){document.documentElement.classList.add('dark');document.querySelector('meta[name="theme-color"]').content='${frameColours.dark}'}}catch(e){}`
