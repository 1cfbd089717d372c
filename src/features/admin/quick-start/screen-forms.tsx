import type { ComponentType } from 'react'
import { settingsLimits } from '#contract/settings/limits.ts'
import { TextAreaField, TextField } from '#web/ui/labelled.tsx'
import { late } from '#web/ui/late.tsx'
import { Skeleton } from '#web/ui/loading.tsx'
import type { Answers, Screen, ScreenProps } from './answers.ts'

type TextName = { [N in keyof Answers]: Answers[N] extends string ? N : never }[keyof Answers]

const bind = ({ answers, errors, change }: ScreenProps, name: TextName, limit?: string) => ({
  id: `start-${name}`,
  value: answers[name],
  onChange: ({ target }: { target: { value: string } }) => change({ [name]: target.value }),
  ...(limit && { limit: settingsLimits[limit] }),
  ...(errors[name] && { error: errors[name] }),
})

function Firm(props: ScreenProps) {
  return (
    <>
      <TextField
        required
        label="Name"
        autoComplete="organization"
        {...bind(props, 'name', 'firm.name')}
      />
      <TextField
        required
        label="Tagline"
        hint="What you do, in a few words"
        {...bind(props, 'tagline', 'firm.tagline')}
      />
      <TextAreaField
        required
        label="About you"
        hint="One paragraph; you can add more later"
        {...bind(props, 'about', 'about.paragraphs.*')}
      />
    </>
  )
}

const Look = late(
  async () => (await import('./look-screen.tsx')).LookScreen,
  () => <Skeleton className="h-40" />,
)

function Reach(props: ScreenProps) {
  return (
    <>
      <div className="form-pair">
        <TextField
          required
          type="email"
          label="Email"
          hint="Visitors see it"
          spellCheck={false}
          autoCapitalize="none"
          {...bind(props, 'email', 'contact.email')}
        />
        <TextField optional type="tel" label="Phone" {...bind(props, 'phone', 'contact.phone')} />
      </div>
      <TextField label="Time zone" spellCheck={false} {...bind(props, 'timeZone')} />
      <div className="form-pair">
        <TextField
          type="time"
          step={300}
          label="Monday to Friday, from"
          {...bind(props, 'opens')}
        />
        <TextField type="time" step={300} label="Until" {...bind(props, 'closes')} />
      </div>
      <p className="field-hint">The demo’s postal address will be removed. Add yours under Site.</p>
    </>
  )
}

function You(props: ScreenProps) {
  return (
    <TextField
      optional
      label="Display name"
      hint="Visitors see it in chats and emails. Without one, they see the firm’s name"
      autoComplete="name"
      limit={80}
      {...bind(props, 'displayName')}
    />
  )
}

export const screenForms: Record<Exclude<Screen, 'live'>, ComponentType<ScreenProps>> = {
  firm: Firm,
  look: Look,
  reach: Reach,
  you: You,
}
