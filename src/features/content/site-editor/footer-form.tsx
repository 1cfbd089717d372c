import type { SiteSettings } from '#contract/settings/document.ts'
import { newKey } from '#web/api/submission-keys.ts'
import { Choice, Line } from './fields.tsx'
import { ListField } from './list-field.tsx'
import { TargetField } from './target-field.tsx'

type Column = SiteSettings['footer']['columns'][number]
type Link = Column['links'][number]
type Network = SiteSettings['footer']['social'][number]

const emptyLink = (): Link => ({ id: `link-${newKey().slice(0, 12)}`, label: '', target: null })

const networks = [
  ['linkedin', 'LinkedIn'],
  ['twitter', 'Twitter'],
  ['email', 'Email'],
  ['github', 'GitHub'],
  ['youtube', 'YouTube'],
  ['mastodon', 'Mastodon'],
  ['bluesky', 'Bluesky'],
] as const

const none = 'Nowhere yet'

export function FooterForm() {
  return (
    <>
      <ListField<Column>
        at="columns"
        legend="Columns"
        noun="column"
        empty={() => ({ heading: '', links: [] })}
        nameOf={({ heading }) => heading}
      >
        {(path) => (
          <>
            <Line required at={`${path}.heading`} label="Heading" />
            <ListField<Link>
              at={`${path}.links`}
              legend="Links"
              hint="A link without a target says “coming soon” while demo content is shown, and is hidden afterwards."
              noun="link"
              empty={emptyLink}
              nameOf={({ label }) => label}
            >
              {(link) => (
                <>
                  <Line required at={`${link}.label`} label="Label" />
                  <TargetField at={`${link}.target`} none={none} />
                </>
              )}
            </ListField>
          </>
        )}
      </ListField>
      <ListField<Network>
        at="social"
        legend="Networks"
        noun="network"
        empty={() => ({ ...emptyLink(), network: 'linkedin' })}
        nameOf={({ label }) => label}
      >
        {(path) => (
          <>
            <div className="form-pair">
              <Choice at={`${path}.network`} label="Network" options={networks} />
              <Line required at={`${path}.label`} label="Label" />
            </div>
            <TargetField at={`${path}.target`} none={none} />
          </>
        )}
      </ListField>
    </>
  )
}
