import type { SiteSettings } from '#contract/settings/document.ts'
import type { variableNames } from '#contract/settings/text-fields.ts'
import { formatWeek } from '#features/content/business-hours/format-week.ts'
import type { Site } from './use-site-draft.ts'

const meanings: Record<(typeof variableNames)[number], string> = {
  name: 'the name',
  legalName: 'the legal name',
  email: 'the email address',
  phone: 'the phone number',
  address: 'the postal address',
  replyWithin: 'how soon a person replies, such as 24 hours on working days',
  hours: 'the hours of chat and replies',
}

/**
 * Lists the variables that texts can contain. Changing the value of one changes every text that
 * uses it.
 */
export function Variables({ site }: { site: Site }) {
  const hours = site.document.hours as SiteSettings['hours']
  return (
    <details className="site-variables">
      <summary>Variables for texts</summary>
      <dl>
        {Object.entries(meanings).map(([name, meaning]) => (
          <div key={name}>
            <dt>
              <code>{`{firm.${name}}`}</code>
            </dt>
            <dd>
              {meaning}
              {name === 'hours' && `, now ${formatWeek(hours, 'chat')}`}
            </dd>
          </div>
        ))}
      </dl>
    </details>
  )
}
