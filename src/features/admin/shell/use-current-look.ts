import { useEffect } from 'react'
import { useFirm } from '#web/firm.ts'

/** Of the document, until it is loaded again. */
let loaded: string | undefined

/**
 * Shows colors that were published after the page was loaded. Its policy allows no other style
 * element; a constructed sheet needs none.
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
