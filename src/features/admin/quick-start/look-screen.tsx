import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { colours } from '#features/content/appearance/contract.ts'
import { PictureChoice } from '#features/content/media/picture-choice.tsx'
import { query } from '#web/api/query.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Field } from '#web/ui/field.tsx'
import { TextInput } from '#web/ui/inputs.tsx'
import { useRested } from '#web/ui/use-rested.ts'
import { logoHint } from '../site-forms/appearance-form.tsx'
import { ThemeSamples } from '../site-forms/theme-sample.tsx'
import { hueOf, type ScreenProps } from './answers.ts'
import { colourOf } from './colour-of-picture.ts'

/** Of the light theme, shown while none is chosen. */
const usualColour = '#155e41'

export function LookScreen({ answers, errors, change }: ScreenProps) {
  const { logoId, primary, tints } = answers
  const [suggested, setSuggested] = useState<string>()
  const rested = useRested(primary ?? '') || null
  const { data: tokens } = useQuery({
    ...query(colours.derive, {
      ...{ primary: rested, machine: null, human: null },
      inkHue: hueOf({ primary: rested, tints }),
    }),
    placeholderData: keepPreviousData,
  })
  return (
    <>
      <PictureChoice
        id="start-logoId"
        purpose="logo"
        legend="Logo"
        hint={logoHint}
        error={errors.logoId}
        isThere={logoId !== null}
        onUploaded={({ id, url }) => {
          change({ logoId: id })
          void colourOf(url).then(setSuggested)
        }}
        onRemove={() => {
          change({ logoId: null })
          setSuggested(undefined)
        }}
      >
        {null}
      </PictureChoice>
      <Field
        optional
        id="start-primary"
        label="Main colour"
        hint="For buttons and links. Each theme gets a readable shade of it."
        {...(errors.primary && { error: errors.primary })}
      >
        <span className="flex flex-wrap items-center gap-3">
          <TextInput
            type="color"
            className="start-colour"
            value={primary ?? usualColour}
            onChange={({ target }) => change({ primary: target.value })}
          />
          <span className="text-ink-2">{primary ?? 'Default'}</span>
          {primary && (
            <Button variant="quiet" onClick={() => change({ primary: null })}>
              Use Default
            </Button>
          )}
          {suggested && suggested !== primary && (
            <Button size="sm" onClick={() => change({ primary: suggested })}>
              Use {suggested} from the Logo
            </Button>
          )}
        </span>
      </Field>
      {hueOf({ primary, tints: true }) !== null && (
        <Checkbox
          label="Tint text and backgrounds to match"
          checked={tints}
          onChange={({ target }) => change({ tints: target.checked })}
        />
      )}
      {tokens && <ThemeSamples {...tokens} logoId={logoId} logoDarkId={null} logoPlate={false} />}
    </>
  )
}
