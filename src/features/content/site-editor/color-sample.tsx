import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Input } from '#contract/endpoint.ts'
import type { SiteSettings } from '#contract/settings/document.ts'
import { colors } from '#features/content/appearance/contract.ts'
import { query } from '#web/api/query.ts'
import { FormMessage } from '#web/ui/form-note.tsx'
import { Loaded } from '#web/ui/loaded.tsx'
import { Skeleton } from '#web/ui/loading.tsx'
import { useDebounced } from '#web/ui/use-debounced.ts'
import { ThemeSamples } from './theme-sample.tsx'
import { useSectionForm } from './use-at.ts'

const isColor = (color: string | null | undefined) => !color || /^#[\da-f]{6}$/i.test(color)

/**
 * Shows both themes side by side, which colors were adjusted for contrast and which are still too
 * weak.
 */
export function ColorSample() {
  const { value } = useSectionForm()
  const { primary, machine, human, inkHue, ...logos } = value as SiteSettings['appearance']
  const typed = JSON.stringify({ primary, machine, human, inkHue })
  const chosen = JSON.parse(useDebounced(typed)) as Input<typeof colors.derive>
  const isComplete = [chosen.primary, chosen.machine, chosen.human].every(isColor)
  const found = useQuery({
    ...query(colors.derive, chosen),
    enabled: isComplete,
    placeholderData: keepPreviousData,
  })
  return (
    <Loaded
      query={{ ...found, isError: found.isError && !found.data }}
      message="Unable to show these colors at this time."
      skeleton={<Skeleton className="h-36" />}
    >
      {({ light, dark, adjusted, failures }) => (
        <section className="grid grid-cols-1 gap-3" aria-label="Sample">
          <ThemeSamples light={light} dark={dark} {...logos} />
          {failures.length > 0 && (
            <FormMessage>
              {failures.map(({ theme, over, under, ratio, minimum }) => (
                <p key={`${theme} ${over} ${under}`}>
                  {over} on {under} in the {theme} theme: {ratio.toFixed(2)}, at least {minimum} is
                  needed.
                </p>
              ))}
            </FormMessage>
          )}
          {adjusted.map(({ token, from, reason }) => (
            <p key={`${token} ${from} ${reason}`} className="field-hint">
              {reason}
            </p>
          ))}
        </section>
      )}
    </Loaded>
  )
}
