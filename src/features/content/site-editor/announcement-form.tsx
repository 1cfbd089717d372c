import { Megaphone, X } from 'lucide-react'
import type { SiteSettings } from '#contract/settings/document.ts'
import { Icon } from '#web/ui/icon.tsx'
import { Choice, Line, MomentField, Switch } from './fields.tsx'
import { TargetField } from './target-field.tsx'
import { useSectionForm } from './use-at.ts'

export function AnnouncementForm() {
  return (
    <>
      <Sample />
      <Switch at="enabled" label="Show the announcement" />
      <Line at="text" label="Text" />
      <Choice
        at="tone"
        label="Tone"
        options={[
          ['info', 'Information'],
          ['attention', 'Attention'],
        ]}
      />
      <div className="form-pair">
        <Line optional orNull at="linkLabel" label="Link text" />
        <TargetField at="target" none="No link" />
      </div>
      <div className="form-pair">
        <MomentField
          optional
          at="startsAt"
          label="From"
          hint="In your time zone; at once if empty"
        />
        <MomentField optional at="endsAt" label="Until" hint="No end if empty" />
      </div>
      <Switch at="dismissible" label="Visitors can close it" />
    </>
  )
}

function Sample() {
  const { value } = useSectionForm()
  const { enabled, text, tone, linkLabel, dismissible } = value as SiteSettings['announcement']
  return (
    <figure>
      <div
        className={`site-sample-bar ${tone === 'attention' ? 'bg-canary-soft' : 'bg-primary-soft'}`}
      >
        <Icon icon={Megaphone} size={16} className="mt-0.5 flex-none" />
        <p dir="auto" className="min-w-0 flex-1 wrap-anywhere">
          {text || 'The text of the announcement'}{' '}
          {linkLabel && <span className="font-semibold underline">{linkLabel}</span>}
        </p>
        {dismissible && <Icon icon={X} size={16} className="mt-0.5 flex-none" />}
      </div>
      <figcaption className="field-hint mt-1.5">
        {enabled ? 'Above the header of every public page' : 'A sample: it isn’t shown now'}
      </figcaption>
    </figure>
  )
}
