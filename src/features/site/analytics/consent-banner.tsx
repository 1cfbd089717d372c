import { useEffect, useLayoutEffect, useRef } from 'react'
import { Link } from 'react-router'
import { Button } from '#web/ui/button.tsx'
import './consent-banner.css'
import { type Choice, choose } from './use-consent.ts'

type BannerProps = { choice: Choice | null; takesFocus: boolean }

/**
 * A non-modal banner with two equally prominent answers. If reopened from the footer, it takes the
 * focus and returns it on close.
 */
export function ConsentBanner({ choice, takesFocus }: BannerProps) {
  const box = useRef<HTMLElement>(null)

  useEffect(() => {
    if (!takesFocus) return
    const before = document.activeElement
    box.current?.focus()
    return () => {
      if (before instanceof HTMLElement) before.focus()
    }
  }, [takesFocus])

  // The height lets CSS keep focused elements and the end of the page clear of the banner.
  useLayoutEffect(() => {
    const root = document.documentElement
    const observer = new ResizeObserver(([entry]) => {
      const height = entry?.borderBoxSize[0]?.blockSize ?? 0
      root.style.setProperty('--consent-height', `${Math.ceil(height)}px`)
    })
    if (box.current) observer.observe(box.current)
    return () => {
      observer.disconnect()
      root.style.removeProperty('--consent-height')
    }
  }, [])

  return (
    <section
      ref={box}
      className="consent no-print"
      aria-labelledby="consent-title"
      aria-describedby="consent-text"
      tabIndex={-1}
    >
      <p id="consent-title" className="consent-title">
        May we count your visit?
      </p>
      <p id="consent-text" className="consent-text">
        We would like to count which pages are read, with Google Analytics. Nothing loads unless you
        accept, and no names, addresses or messages are included.{' '}
        {choice && (
          <>So far you have {choice === 'granted' ? 'accepted' : 'rejected'} analytics. </>
        )}
        <Link to="/legal/cookies" className="link">
          About cookies
        </Link>
      </p>
      <div className="consent-answers">
        <Button onClick={() => choose('denied')}>Reject</Button>
        <Button onClick={() => choose('granted')}>Accept Analytics</Button>
      </div>
    </section>
  )
}
