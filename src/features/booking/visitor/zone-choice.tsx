import { useDeferredValue, useRef, useState } from 'react'
import { useHydrated } from '#web/ui/browser-state.ts'
import { Button } from '#web/ui/button.tsx'
import { SelectField, TextField } from '#web/ui/labeled.tsx'
import { cityOf, placeOf } from './times.ts'
import { allZones, zonesLike } from './zones.ts'

/** The zones listed in the document, because a browser may know others than the server. */
function knownZones(present: string): string[] {
  const options = typeof document === 'undefined' ? [] : document.querySelectorAll('#zone option')
  const rendered = Array.from(options, (option) => (option as HTMLOptionElement).value)
  return rendered.length > 0 ? rendered : allZones(present)
}

type Props = {
  zone: string
  /** When its offset is shown. */
  at: string
  /** The path of the page and its other parameters, if it works without script. */
  form: { path: string; kept: Record<string, string> } | undefined
  onChange: (zone: string) => void
}

/** 'Times for Berlin, GMT+1', which can be changed. */
export function ZoneChoice({ zone, at, form, onChange }: Props) {
  const details = useRef<HTMLDetailsElement>(null)
  const isScripted = useHydrated()
  const [zones] = useState(() => knownZones(zone))

  function choose(other: string) {
    details.current?.removeAttribute('open')
    details.current?.querySelector('summary')?.focus()
    onChange(other)
  }
  return (
    <details
      ref={details}
      className="picker-zone"
      onToggle={({ currentTarget }) => {
        if (currentTarget.open) currentTarget.querySelector('input')?.focus()
      }}
    >
      <summary>
        <span>{`Times for ${placeOf(zone, at)}`}</span> <span className="link">Change</span>
      </summary>
      {isScripted || !form ? (
        <ZoneSearch key={zone} zones={zones} at={at} onChoose={choose} />
      ) : (
        <form action={form.path} className="picker-zone-choice">
          {Object.entries(form.kept).map(
            ([name, value]) =>
              value && <input key={name} type="hidden" name={name} value={value} />,
          )}
          <SelectField id="zone" name="zone" label="City" defaultValue={zone}>
            {zones.map((one) => (
              <option key={one} value={one}>
                {cityOf(one)}
              </option>
            ))}
          </SelectField>
          <Button type="submit">Show Times</Button>
        </form>
      )}
    </details>
  )
}

type SearchProps = { zones: string[]; at: string; onChoose: (zone: string) => void }

/** A search over cities, offsets and names such as 'Pacific'. */
function ZoneSearch({ zones, at, onChoose }: SearchProps) {
  const [term, setTerm] = useState('')
  const wanted = useDeferredValue(term.trim())
  const found = wanted ? zonesLike(wanted, zones, at).slice(0, 6) : []
  return (
    <search className="picker-zone-choice">
      <TextField
        id="zone-search"
        name="search"
        label="City or offset"
        hint="For example Berlin, GMT+1 or Pacific"
        autoComplete="off"
        value={term}
        onChange={({ target }) => setTerm(target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          if (found[0]) onChoose(found[0])
        }}
      />
      <p role="status" className={found.length > 0 ? 'sr-only' : undefined}>
        {wanted && (found.length > 0 ? `${found.length} found` : 'No city or offset found.')}
      </p>
      <ul className="picker-zones">
        {found.map((one) => (
          <li key={one}>
            <Button variant="quiet" onClick={() => onChoose(one)}>
              {placeOf(one, at)}
            </Button>
          </li>
        ))}
      </ul>
    </search>
  )
}
