import { Check } from 'lucide-react'
import { type MouseEvent, type RefObject, useEffect, useState } from 'react'
import { Icon } from '#web/ui/icon.tsx'
import { type Answers, answered, groups } from './answers.ts'

export function groupId(id: string): string {
  return `consultation-group-${id}`
}

/** Navigation for the form, either beside it (`column`) or above it in one line. */
export function ConsultationRail({
  answers,
  column,
}: {
  answers: Answers
  column: RefObject<HTMLElement | null>
}) {
  const current = useCurrentGroup(column)
  function go(event: MouseEvent<HTMLAnchorElement>, id: string) {
    event.preventDefault()
    const group = document.getElementById(groupId(id))
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches
    group?.scrollIntoView({ block: 'start', behavior: still ? 'instant' : 'smooth' })
    group?.querySelector<HTMLElement>('input, select, textarea')?.focus({ preventScroll: true })
  }

  return (
    <>
      <nav className="consultation-rail" aria-label="Groups of questions">
        <ol>
          {groups.map((group, index) => (
            <li key={group.id}>
              <a
                href={`#${groupId(group.id)}`}
                className="consultation-rail-link"
                aria-current={index === current ? 'step' : undefined}
                onClick={(event) => go(event, group.id)}
              >
                <span>{group.legend}</span>
                <Progress count={answered(group, answers)} needed={index === 0 ? 4 : 1} />
              </a>
            </li>
          ))}
        </ol>
      </nav>
      <p className="consultation-position">
        Group {current + 1} of {groups.length}: <strong>{groups[current]?.legend}</strong>
      </p>
    </>
  )
}

function Progress({ count, needed }: { count: number; needed: number }) {
  if (count === 0) return null
  if (count < needed) {
    return (
      <span className="consultation-rail-count">
        {count}
        <span className="sr-only"> of {needed} answered</span>
        <span aria-hidden="true">/{needed}</span>
      </span>
    )
  }
  return (
    <span className="consultation-rail-tick">
      <Icon icon={Check} />
      <span className="sr-only">answered</span>
    </span>
  )
}

/**
 * Index of the current group: the focused one while it is in view, else the one at a line that
 * moves from the top to the bottom of the column as it is scrolled to its end. This way the short
 * last groups become current too.
 */
function useCurrentGroup(column: RefObject<HTMLElement | null>): number {
  const [current, setCurrent] = useState(0)
  useEffect(() => {
    const element = column.current
    if (!element) return
    const update = () => setCurrent(groupAt(element))
    element.addEventListener('scroll', update, { passive: true })
    element.addEventListener('focusin', update)
    return () => {
      element.removeEventListener('scroll', update)
      element.removeEventListener('focusin', update)
    }
  }, [column])
  return current
}

function groupAt(column: HTMLElement): number {
  const view = column.getBoundingClientRect()
  const boxes = groups.map(({ id }) => document.getElementById(groupId(id)))
  const focused = boxes.findIndex((box) => box?.contains(document.activeElement))
  const holder = boxes[focused]?.getBoundingClientRect()
  if (holder && holder.bottom > view.top + 40 && holder.top < view.bottom - 40) return focused
  const range = column.scrollHeight - column.clientHeight
  const line = view.top + (range > 0 ? column.scrollTop / range : 0) * view.height
  return Math.max(
    0,
    boxes.findLastIndex((box) => box !== null && box.getBoundingClientRect().top <= line),
  )
}
