import type { SiteSettings } from '#contract/settings/document.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Choice, Line, NumberField } from './fields.tsx'
import { useAt } from './use-at.ts'

type Address = SiteSettings['contact']['address']

/** An empty address in the country that the browser's language suggests. */
function emptyAddress(): NonNullable<Address> {
  const { region: country = 'US' } = new Intl.Locale(navigator.language).maximize()
  return { street: '', city: '', region: '', postalCode: '', country }
}

const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/** English keeps the default Unicode collation order. */
const inOrder = new Intl.Collator('en')

/** ISO 3166-1 alpha-2 codes for which the browser has a name, sorted by name. */
function countries(): [code: string, name: string][] {
  const codes = [...letters].flatMap((one) => [...letters].map((other) => one + other))
  return codes
    .flatMap((code): [string, string][] => {
      const name = code === 'ZZ' ? undefined : names.of(code)
      return name ? [[code, name]] : []
    })
    .sort(([, a], [, b]) => inOrder.compare(a, b))
}

export function ContactForm() {
  const { value: address, set } = useAt<Address>('address')
  return (
    <>
      <div className="form-pair">
        <Line
          required
          at="email"
          label="Email"
          type="email"
          spellCheck={false}
          autoCapitalize="none"
        />
        <Line optional orNull at="phone" label="Phone" type="tel" />
      </div>
      <div className="form-pair">
        <NumberField
          required
          at="replyWithinHours"
          label="A person replies within"
          unit="hours"
          min={1}
          max={168}
        />
        <NumberField
          required
          at="chatReplyWithinMinutes"
          label="Chats are answered within"
          unit="minutes"
          min={1}
          max={240}
        />
      </div>
      <Checkbox
        label="The firm has a postal address"
        hint="Without one, search engines don’t see a local business"
        checked={address !== null}
        onChange={({ target }) => set(target.checked ? emptyAddress() : null)}
      />
      {address && (
        <>
          <Line required at="address.street" label="Street" />
          <div className="form-pair">
            <Line required at="address.city" label="City" />
            <Line optional at="address.region" label="Region" />
            <Line optional at="address.postalCode" label="Postal code" />
            <Choice at="address.country" label="Country" options={countries()} />
          </div>
        </>
      )}
    </>
  )
}
