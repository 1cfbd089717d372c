import { Search } from 'lucide-react'
import type { ComponentProps } from 'react'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/labeled.tsx'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { useDialog } from '#web/ui/use-dialog.ts'

const LazyFind = lazyComponent(async () => (await import('./find-person.tsx')).FindPerson)

/**
 * The other party of a call: a request, a client, the visitor of a chat, or a person whose details
 * are typed.
 */
export type Person = {
  inquiryId: string | null
  clientId: string | null
  chatSessionId?: string | null
  name: string
  email: string
  company: string
  phone: string
}

/** Whether the person need not be typed. */
export const isKnown = ({ inquiryId, clientId, chatSessionId }: Person) =>
  Boolean(inquiryId || clientId || chatSessionId)

/** Somebody known is shown with their name; others are typed, or found. */
export function PersonFields(props: {
  person: Person
  put: (person: Partial<Person>) => void
  field: (name: 'name' | 'email' | 'company') => ComponentProps<typeof TextField>
}) {
  const { put, field } = props
  const { name, email, company } = props.person
  const search = useDialog<true>()
  return (
    <>
      {isKnown(props.person) ? (
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <p dir="auto" className="min-w-0 wrap-anywhere">
            <strong>{name}</strong>
            <span className="block text-ink-2">{[company, email].filter(Boolean).join(', ')}</span>
          </p>
          <Button
            id="change-person"
            size="sm"
            onClick={() => put({ inquiryId: null, clientId: null, chatSessionId: null })}
          >
            Change
          </Button>
        </div>
      ) : (
        <>
          <div>
            <Button
              size="sm"
              icon={Search}
              onClick={({ currentTarget }) => search.show(true, currentTarget)}
            >
              Find a Request or Client
            </Button>
          </div>
          <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
            <TextField required autoComplete="off" limit={200} {...field('name')} />
            <TextField required type="email" autoComplete="off" limit={254} {...field('email')} />
          </div>
          <TextField optional autoComplete="off" limit={200} {...field('company')} />
        </>
      )}
      {search.subject && (
        <LazyFind
          key={search.opening}
          {...search.state}
          focusAfterwards={() => document.getElementById('change-person')}
          onPick={put}
        />
      )}
    </>
  )
}
