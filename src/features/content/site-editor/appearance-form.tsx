import { useQuery } from '@tanstack/react-query'
import { media } from '#features/content/media/contract.ts'
import { PictureChoice } from '#features/content/media/picture-choice.tsx'
import { query } from '#web/api/query.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { TextInput } from '#web/ui/inputs.tsx'
import { ColorSample } from './color-sample.tsx'
import { NumberField, Switch } from './fields.tsx'
import { Thumbnail } from './theme-sample.tsx'
import { fieldId, useAt } from './use-at.ts'

/** The default colors of the light theme, shown while none is chosen. */
const usual = { primary: '#155e41', machine: '#f9e151', human: '#f8c2c9' } as const

const logoHint = 'PNG, JPEG, WebP or SVG, at least 64 pixels high. Text in an SVG needs outlines.'

export function AppearanceForm() {
  const { value: logoId } = useAt<string | null>('logoId')
  const { value: logoDarkId } = useAt<string | null>('logoDarkId')
  return (
    <>
      <PictureAt at="logoId" purpose="logo" legend="Logo" hint={logoHint} />
      {(logoId || logoDarkId) && (
        <>
          <PictureAt
            at="logoDarkId"
            purpose="logo_dark"
            legend="Logo for the dark theme"
            hint="Used where the logo would be hard to see"
          />
          <Switch
            at="logoPlate"
            label="Light plate behind the logo in the dark theme"
            hint="For a dark logo without a dark-theme version"
          />
        </>
      )}
      <PictureAt
        at="iconId"
        purpose="icon"
        legend="Icon"
        hint="PNG, JPEG, WebP or SVG, at least 128 pixels on each side; cut to a square. Without one it is made from the logo, or from the first letter of the name."
      />
      <div className="form-pair">
        <ColorField at="primary" label="Main color" hint="Buttons, links, selection" />
        <ColorField at="machine" label="Workflow color" hint="Work done by machines" />
        <ColorField at="human" label="Person color" hint="Work done by people" />
        <NumberField
          optional
          at="inkHue"
          label="Hue of text and backgrounds"
          hint="0 to 359 degrees"
          min={0}
          max={359}
        />
      </div>
      <ColorSample />
    </>
  )
}

function PictureAt(props: {
  at: 'logoId' | 'logoDarkId' | 'iconId'
  purpose: 'logo' | 'logo_dark' | 'icon'
  legend: string
  hint: string
}) {
  const { at, ...rest } = props
  const { value: id, error, warning, set } = useAt<string | null>(at)
  const { data: picture } = useQuery({ ...query(media.show, { id: id ?? '' }), enabled: !!id })
  return (
    <PictureChoice
      {...rest}
      error={error}
      warning={warning}
      id={fieldId('appearance', at)}
      isThere={id !== null}
      onUploaded={(uploaded) => set(uploaded.id)}
      onRemove={() => set(null)}
    >
      {id && picture && <Thumbnail picture={picture} alt={props.legend} />}
    </PictureChoice>
  )
}

/** The value null stands for the product's default color. */
function ColorField(props: { at: keyof typeof usual; label: string; hint: string }) {
  const { at, label, hint } = props
  const { id, value, error, set } = useAt<string | null>(at)
  const isColor = value !== null && /^#[\da-f]{6}$/i.test(value)
  return (
    <Field id={id} label={label} hint={hint} {...(error && { error })}>
      <span className="flex flex-wrap items-center gap-2">
        <input
          type="color"
          name={`${id}-picker`}
          className="site-color"
          aria-label={`Choose the ${label.toLowerCase()}`}
          value={isColor ? value : usual[at]}
          onChange={({ target }) => set(target.value)}
        />
        <TextInput
          className="site-hex"
          placeholder="Default"
          spellCheck={false}
          value={value ?? ''}
          onChange={({ target }) => set(target.value.trim() || null)}
        />
        {value !== null && (
          <Button variant="quiet" onClick={() => set(null)}>
            Use Default
          </Button>
        )}
      </span>
    </Field>
  )
}
