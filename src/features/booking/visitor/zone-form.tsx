import { type SubmitEvent, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { SelectField } from '#web/ui/labeled.tsx'
import { allZones, zoneInWords } from './times.ts'

/** The zones listed in the document, because a browser may know others than the server. */
function knownZones(present: string): string[] {
  const options = typeof document === 'undefined' ? [] : document.querySelectorAll('#zone option')
  const rendered = Array.from(options, (option) => (option as HTMLOptionElement).value)
  return rendered.length > 0 ? rendered : allZones(present)
}

type Props = {
  zone: string
  /** The page that shows the times in another zone if no script runs. */
  action: string
  /** The other query parameters of the page. */
  kept: Record<string, string>
  onChange: (zone: string) => void
}

/** 'Times in …' with a choice of zones. */
export function ZoneForm({ zone, action, kept, onChange }: Props) {
  const [zones] = useState(() => knownZones(zone))
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    form.querySelector('details')?.removeAttribute('open')
    form.querySelector('summary')?.focus()
    onChange(String(new FormData(form).get('zone')))
  }
  return (
    <form action={action} className="slot-zone" onSubmit={submit}>
      {Object.entries(kept).map(
        ([name, value]) => value && <input key={name} type="hidden" name={name} value={value} />,
      )}
      <details>
        <summary>
          Times in {zoneInWords(zone)} <span className="link">Change</span>
        </summary>
        <div className="slot-zone-choice">
          <SelectField key={zone} id="zone" name="zone" label="Time zone" defaultValue={zone}>
            {(zones.includes(zone) ? zones : [zone, ...zones]).map((one) => (
              <option key={one} value={one}>
                {zoneInWords(one)}
              </option>
            ))}
          </SelectField>
          <Button type="submit">Show Times</Button>
        </div>
      </details>
    </form>
  )
}
