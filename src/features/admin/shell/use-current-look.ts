import { useEffect } from 'react'
import { useFirm } from '#web/firm.ts'

/** The style that the server put into this document. */
let loaded: string | undefined

/**
 * Applies colors that were published after the page was loaded. The content security policy blocks
 * new style elements, but not constructed style sheets.
 */
export function useCurrentLook(): void {
  const style = useFirm().look?.style ?? ''
  useEffect(() => {
    loaded ??= style
    if (style === loaded) return
    const before = [...document.querySelectorAll('style')].find(
      ({ textContent }) => loaded !== '' && textContent === loaded,
    )
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(style)
    document.adoptedStyleSheets.push(sheet)
    if (before?.sheet) before.sheet.disabled = true
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet)
      if (before?.sheet) before.sheet.disabled = false
    }
  }, [style])
}
