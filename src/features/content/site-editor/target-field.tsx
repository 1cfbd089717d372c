import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { sectionTargets } from '#contract/settings/site-paths.ts'
import { type PageKind, pages } from '#features/content/pages/contract.ts'
import { services } from '#features/content/services/contract.ts'
import { query } from '#web/api/query.ts'
import { Field } from '#web/ui/field.tsx'
import { Select, TextInput } from '#web/ui/inputs.tsx'
import { capital } from '#web/ui/words.ts'
import { useAt } from './use-at.ts'

type Kind = 'none' | 'site' | 'web' | 'mail'

function kindOf(target: string | null): Kind {
  if (target === null) return 'none'
  if (target.startsWith('/')) return 'site'
  return target.startsWith('mailto:') ? 'mail' : 'web'
}

const start: Record<Kind, string | null> = {
  none: null,
  site: '/',
  web: 'https://',
  mail: 'mailto:',
}

type Choice = [path: string, label: string]

/** The newest hundred pages. A link to any other page is shown by its address. */
function usePublished(kind: PageKind, folder: string): Choice[] {
  const { data } = useQuery(query(pages.list, { kind, state: 'published', limit: 100 }))
  return (data?.items ?? []).map(({ slug, title }) => [`/${folder}/${slug}`, title])
}

/** Pages of this site, grouped by kind. */
function useSitePaths(): [group: string, paths: Choice[]][] {
  const { data } = useQuery(query(services.list))
  const active = (data ?? []).filter((service) => service.active)
  const notes = usePublished('note', 'notes')
  const groups: [string, Choice[]][] = [
    [
      'Home page',
      [
        ['/', 'Home'],
        ...sectionTargets.map((path): Choice => [path, capital(path.slice(2).replace('-', ' '))]),
        ['/consultation', 'Consultation form'],
      ],
    ],
    ['Services', active.map(({ slug, title }) => [`/services/${slug}`, title])],
    ['Pages', usePublished('page', 'pages')],
    ['Notes', notes.length > 0 ? [['/notes', 'All notes'], ...notes] : []],
    ['Legal', usePublished('legal', 'legal')],
  ]
  return groups.filter(([, paths]) => paths.length > 0)
}

/** Where a link leads: nowhere, a page of this site, another site or an email address. */
export function TargetField({ at, none }: { at: string; none: string }) {
  const { id, value, error, warning, set } = useAt<string | null>(at)
  // A blank address is stored as null, but its field must stay.
  const [chosen, setChosen] = useState(() => kindOf(value))
  const isTyped = chosen === 'web' || chosen === 'mail'
  const kind = value === null || isTyped ? chosen : kindOf(value)
  const groups = useSitePaths()
  const isKnown = groups.some(([, paths]) => paths.some(([path]) => path === value))
  const prefix = start[kind] ?? ''
  const typed = kind === 'mail' ? value?.slice(prefix.length) : value
  return (
    <div className="grid grid-cols-1 gap-2">
      <Field id={kind === 'none' ? id : `${id}-kind`} label="Leads to">
        <Select
          value={kind}
          onChange={({ target }) => {
            const next = target.value as Kind
            setChosen(next)
            set(next === 'site' ? '/' : null)
          }}
        >
          <option value="none">{none}</option>
          <option value="site">A page of this site</option>
          <option value="web">A web address</option>
          <option value="mail">An email address</option>
        </Select>
      </Field>
      {kind === 'site' && (
        <Field id={id} label="Page" hideLabel hint={warning} {...(error && { error })}>
          <Select value={value ?? '/'} onChange={({ target }) => set(target.value)}>
            {!isKnown && value && <option value={value}>{value}</option>}
            {groups.map(([group, paths]) => (
              <optgroup key={group} label={group}>
                {paths.map(([path, label]) => (
                  <option key={path} value={path}>
                    {label}
                  </option>
                ))}
              </optgroup>
            ))}
          </Select>
        </Field>
      )}
      {(kind === 'web' || kind === 'mail') && (
        <Field
          id={id}
          label={kind === 'web' ? 'Web address' : 'Email address'}
          hideLabel
          {...(error && { error })}
        >
          <TextInput
            type={kind === 'web' ? 'url' : 'email'}
            placeholder={kind === 'web' ? 'https://' : 'name@example.com'}
            spellCheck={false}
            autoCapitalize="none"
            value={typed ?? ''}
            onChange={({ target: { value: text } }) =>
              set(text === '' ? null : kind === 'mail' ? `mailto:${text.trim()}` : text)
            }
          />
        </Field>
      )}
    </div>
  )
}
