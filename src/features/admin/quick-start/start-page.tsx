import { useRef, useState } from 'react'
import { useOutletContext, useSearchParams } from 'react-router'
import { trimmed } from '#contract/visible-text.ts'
import { browserZone } from '#contract/zone-names.ts'
import type { SessionUser } from '#features/identity/sign-in/contract.ts'
import { useDraft } from '#web/editing/use-draft.ts'
import { adminHead } from '#web/firm.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Loaded } from '#web/ui/loaded.tsx'
import { Skeleton } from '#web/ui/loading.tsx'
import UnknownPage from '../dashboard/unknown-page.tsx'
import { type Site, useSite } from '../site-editor/use-site-draft.ts'
import '#web/styles/records.css'
import {
  type Answers,
  emptyAnswers,
  requiredAnswers,
  type Screen,
  type ScreenProps,
  screens,
} from './answers.ts'
import { GoLive, merged } from './go-live.tsx'
import { screenForms } from './screen-forms.tsx'
import './quick-start.css'

export const meta = adminHead('Quick start')

const titles: Record<Screen, string> = {
  firm: 'Firm',
  look: 'Look',
  reach: 'Reach',
  you: 'You',
  live: 'Go live',
}

export default function QuickStartPage() {
  const user = useOutletContext<SessionUser>()
  return user.role === 'agent' ? <UnknownPage /> : <QuickStart />
}

function QuickStart() {
  const site = useSite()
  return (
    <div className="mx-auto max-w-[40rem]">
      <div className="mb-6 flex flex-wrap items-center gap-3">
        <h1 className="h3">Quick start</h1>
        <p className="text-ink-2">Nothing is published until the last screen</p>
        <ButtonLink variant="quiet" className="ml-auto" to="/admin">
          Later
        </ButtonLink>
      </div>
      <Loaded
        query={{ ...site, isError: site.isError && !site.data }}
        message="Unable to load the settings at this time."
        skeleton={
          <div role="status" aria-label="Loading" className="panel grid gap-5 p-5">
            <Skeleton className="h-9" />
            <Skeleton className="h-9" />
            <Skeleton className="h-24" />
          </div>
        }
      >
        {(data) => <Screens site={data} />}
      </Loaded>
    </div>
  )
}

/** Answers stay in this tab until they are published. */
function Screens({ site }: { site: Site }) {
  const user = useOutletContext<SessionUser>()
  const [initial] = useState<Answers>(() => ({
    ...emptyAnswers(browserZone()),
    displayName: user.displayName ?? '',
    logoId: merged(site).appearance.logoId,
  }))
  const draft = useDraft<Answers>('quick start', initial)
  const answers = draft.value
  const [parameters, setParameters] = useSearchParams()
  const screen = screens.find((one) => one === parameters.get('screen')) ?? 'firm'
  const at = screens.indexOf(screen)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const heading = useRef<HTMLHeadingElement>(null)

  function go(to: Screen | undefined, next: Answers = answers) {
    draft.set(next)
    if (!to) return
    setParameters({ screen: to })
    requestAnimationFrame(() => heading.current?.focus())
  }
  function forward() {
    const missing = requiredAnswers[screen].filter((name) => trimmed(answers[name]) === '')
    setErrors(Object.fromEntries(missing.map((name) => [name, 'This is required'])))
    const [first] = missing
    if (first) return document.getElementById(`start-${first}`)?.focus()
    go(screens[at + 1], { ...answers, skipped: answers.skipped.filter((one) => one !== screen) })
  }
  function skip() {
    setErrors({})
    go(screens[at + 1], { ...answers, skipped: [...new Set([...answers.skipped, screen])] })
  }
  const Form = screen === 'live' ? undefined : screenForms[screen]
  const props: ScreenProps = {
    ...{ answers, errors },
    change(changes) {
      draft.set({ ...answers, ...changes })
      const names = Object.keys(changes)
      setErrors(
        Object.fromEntries(Object.entries(errors).filter(([name]) => !names.includes(name))),
      )
    },
  }
  return (
    <section className="panel" aria-labelledby="start-screen">
      <div className="panel-heading">
        <h2 id="start-screen" ref={heading} tabIndex={-1}>
          {titles[screen]}
        </h2>
        <ol className="start-steps" aria-label="Screens">
          {screens.map((one, index) => (
            <li key={one} aria-current={one === screen ? 'step' : undefined}>
              <span className="start-mark" data-done={index < at || undefined} />
              <span>{titles[one]}</span>
            </li>
          ))}
        </ol>
      </div>
      {Form ? (
        <form
          noValidate
          className="grid grid-cols-1 gap-5 p-5"
          onSubmit={(event) => {
            event.preventDefault()
            forward()
          }}
        >
          <Form {...props} />
          <div className="flex flex-wrap gap-2">
            {at > 0 && <Button onClick={() => go(screens[at - 1])}>Back</Button>}
            <Button variant="quiet" className="ml-auto" onClick={skip}>
              Skip
            </Button>
            <Button variant="primary" type="submit">
              Next
            </Button>
          </div>
        </form>
      ) : (
        <GoLive
          site={site}
          {...props}
          onRefused={(to, found) => {
            go(to)
            setErrors(found)
          }}
          onBack={() => go(screens[at - 1])}
          onPublished={draft.discard}
        />
      )}
    </section>
  )
}
