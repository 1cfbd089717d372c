import { X } from 'lucide-react'
import { useEffect } from 'react'
import { InlineScript } from '#web/inline-json.tsx'
import { browserStorage } from '#web/storage.ts'
import { classNames } from '#web/ui/class-names.ts'
import { Icon } from '#web/ui/icon.tsx'
import type { AnnouncementWords } from './announcement-words.ts'
import { TargetLink } from './target-link.tsx'

const storageKey = 'announcement'
const dismissedClass = 'announcement-dismissed'

/** This script runs before the bar is rendered, so that a dismissed announcement never shows. */
const hideDismissed = (edition: string) =>
  `try{document.documentElement.classList.toggle('${dismissedClass}',localStorage.${storageKey}==='${edition}')}catch{}`

export function Announcement({ words }: { words: AnnouncementWords }) {
  const { text, linkLabel, target, tone, dismissible, edition } = words

  useEffect(() => {
    const dismissed = browserStorage.read(storageKey) === edition
    document.documentElement.classList.toggle(dismissedClass, dismissed)
  }, [edition])

  function dismiss() {
    browserStorage.write(storageKey, edition)
    document.documentElement.classList.add(dismissedClass)
    document.getElementById('content')?.focus({ preventScroll: true })
  }

  return (
    <>
      {dismissible && <InlineScript text={hideDismissed(edition)} />}
      <aside
        aria-label="Announcement"
        className={classNames(
          'announcement no-print',
          `announcement-${tone}`,
          dismissible && 'announcement-dismissible',
        )}
      >
        <div className="wrap announcement-row">
          <p>
            {text}{' '}
            {target && linkLabel && (
              <TargetLink target={target} className="link">
                {linkLabel}
              </TargetLink>
            )}
          </p>
          {dismissible && (
            <button
              type="button"
              className="announcement-close needs-script"
              aria-label="Dismiss announcement"
              onClick={dismiss}
            >
              <Icon icon={X} size={20} />
            </button>
          )}
        </div>
      </aside>
    </>
  )
}
