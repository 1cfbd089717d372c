import { Menu, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { ChatButton } from '#features/chat/widget/chat-button.tsx'
import { ConsultationLink } from '#features/leads/consultation-form/consultation-link.tsx'
import { Logo } from '#web/logo/marks.tsx'
import { useOnPageChange } from '#web/ui/back-closes.ts'
import { Button } from '#web/ui/button.tsx'
import { ThemeToggle } from '#web/ui/theme-toggle.tsx'
import { SectionLink } from './section-link.tsx'
import { sections } from './sections.ts'
import { sectionLabel, useLayoutWords } from './use-layout-words.ts'

/**
 * The menu for narrow screens. A native modal dialog traps the focus, closes on Escape and returns
 * the focus without script.
 */
export function MobileMenu() {
  const dialog = useRef<HTMLDialogElement>(null)
  const menuButton = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  const words = useLayoutWords()
  const close = () => dialog.current?.close()
  const closeFor = () => {
    close()
    return menuButton.current
  }

  useOnPageChange(close)

  // If the window grows past the breakpoint, an open menu would keep the page inert.
  useEffect(() => {
    const wide = matchMedia('(width >= 900px)')
    const closeWhenWide = () => wide.matches && dialog.current?.close()
    wide.addEventListener('change', closeWhenWide)
    return () => wide.removeEventListener('change', closeWhenWide)
  }, [])

  return (
    <div className="site-header-narrow">
      <Button
        icon={Menu}
        iconSize={20}
        ref={menuButton}
        className="needs-script"
        variant="quiet"
        aria-label="Menu"
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => {
          dialog.current?.showModal()
          setOpen(true)
        }}
      />
      <dialog ref={dialog} className="mobile-menu" aria-label="Menu" onClose={() => setOpen(false)}>
        <div className="wrap site-header-row">
          <Logo onClick={close} />
          <Button variant="quiet" icon={X} iconSize={20} aria-label="Close menu" onClick={close} />
        </div>
        <div className="wrap mobile-menu-body">
          <nav aria-label="Menu">
            <ul className="rows">
              {sections.map((id) => (
                <li key={id}>
                  <SectionLink section={id} className="mobile-menu-link" onClick={close}>
                    {sectionLabel(words, id)}
                  </SectionLink>
                </li>
              ))}
            </ul>
          </nav>
          <div className="mobile-menu-tools">
            <ConsultationLink size="lg" beforeOpen={closeFor}>
              {words.navigation.consultation}
            </ConsultationLink>
            <ChatButton size="lg" beforeOpen={closeFor}>
              {words.navigation.chat}
            </ChatButton>
            <ThemeToggle size="lg" />
          </div>
        </div>
      </dialog>
    </div>
  )
}
