import { useQuery } from '@tanstack/react-query'
import { CalendarClock } from 'lucide-react'
import { useEffect, useState } from 'react'
import { call } from '#contract/endpoint.ts'
import { browser } from '#web/api/browser.ts'
import { query } from '#web/api/query.ts'
import { refetchAlways } from '#web/api/refetch-always.ts'
import { Button } from '#web/ui/button.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { SelectField } from '#web/ui/labeled.tsx'
import { Loaded } from '#web/ui/loaded.tsx'
import { SkeletonList } from '#web/ui/loading.tsx'
import { type DialogState, useDialog } from '#web/ui/use-dialog.ts'
import { agenda } from '../agenda/contract.ts'
import { availability } from '../availability/contract.ts'
import { PickedTime } from '../visitor/picked-time.tsx'
import { cityOf, dateIn, dayIn, timeIn } from '../visitor/times.ts'
import type { Wanted } from '../visitor/use-slots.ts'
import { type CallOffer, callOffers } from './contract.ts'

type Person = {
  inquiryId?: string | undefined
  clientId?: string | undefined
  chatSessionId?: string | undefined
}

type OfferTimesProps = Person & {
  /** The text being written. Ending it with `@t` opens the dialog. */
  draft: string
  onDraft: (draft: string) => void
  disabled?: boolean
}

const command = /(^|\s)@t$/

/** Inserts times for a call into a text, as links that book them for its reader. */
export function OfferTimes({ draft, onDraft, disabled, ...person }: OfferTimesProps) {
  const dialog = useDialog<true>()
  const { show } = dialog
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs as somebody types.
  useEffect(() => {
    if (disabled || !command.test(draft)) return
    onDraft(draft.replace(command, '$1'))
    show(true)
  }, [draft])
  return (
    <>
      <Button
        variant="quiet"
        icon={CalendarClock}
        aria-label="Offer times"
        title="Offer times for a call (@ then T)"
        disabled={disabled}
        onClick={({ currentTarget }) => show(true, currentTarget)}
      />
      {dialog.subject && (
        <OfferDialog
          key={dialog.opening}
          {...dialog.state}
          person={person}
          onInsert={(text) => onDraft(draft.trim() === '' ? text : `${draft.trimEnd()}\n\n${text}`)}
        />
      )}
    </>
  )
}

type OfferDialogProps = DialogState & { person: Person; onInsert: (text: string) => void }

function OfferDialog({ person, onInsert, ...state }: OfferDialogProps) {
  const [about, setAbout] = useState<{ type?: string; hostId?: string }>({})
  const found = useQuery({
    ...query(callOffers.show, { ...person, ...about }),
    ...refetchAlways,
    placeholderData: (before) => before,
  })
  const [changed, setChanged] = useState<Record<number, string>>({})
  /** The number of the time for which another one is being picked. */
  const [picking, setPicking] = useState<number>()
  const offer = found.data
  const starts = offer?.chosen.map((start, at) => changed[at] ?? start) ?? []
  function choose(next: typeof about) {
    setAbout(next)
    setChanged({})
    setPicking(undefined)
  }
  return (
    <FormDialog
      {...state}
      id="offer-form"
      title="Offer times"
      size="md"
      initialFocus="heading"
      sends={false}
      submitLabel="Insert"
      busy={false}
      onSubmit={(event) => {
        event.preventDefault()
        if (!offer || starts.length === 0) return
        onInsert(offerText(offer, [...new Set(starts)].sort()))
        state.onClose()
      }}
    >
      <Loaded query={found} message="Failed to find times" skeleton={<SkeletonList rows={3} />}>
        {(shown) => (
          <>
            <div className="form-pair">
              <SelectField
                label="Call"
                value={shown.type}
                onChange={({ currentTarget }) => choose({ type: currentTarget.value })}
              >
                {shown.types.map(({ slug, title }) => (
                  <option key={slug} value={slug}>
                    {title}
                  </option>
                ))}
              </SelectField>
              <SelectField
                label="With"
                value={about.hostId ?? ''}
                onChange={({ currentTarget: { value } }) =>
                  choose({ type: shown.type, ...(value && { hostId: value }) })
                }
              >
                <option value="">Whoever is free</option>
                {shown.hosts.map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
              </SelectField>
            </div>
            {starts.length === 0 && <p>There’s no free time within the horizon of this call.</p>}
            {starts.map((start, at) => (
              <PickedTime
                key={shown.chosen[at]}
                id={`offer-time-${at}`}
                label={`Time ${at + 1}`}
                words={picking === at ? '' : inWords(shown.zone, start)}
                zone={shown.zone}
                day={dateIn(shown.zone, start)}
                of={`${shown.type} ${about.hostId}`}
                ask={askFor(shown.type, about.hostId)}
                onPick={(other) => {
                  setChanged({ ...changed, [at]: other })
                  setPicking(undefined)
                }}
                onChange={() => setPicking(at)}
              />
            ))}
            <p className="small text-ink-2">
              Times in {cityOf(shown.zone)}. Each is a link: one click and Confirm books it.
            </p>
          </>
        )}
      </Loaded>
    </FormDialog>
  )
}

const askFor = (type: string, hostId: string | undefined) => (wanted: Wanted) =>
  hostId
    ? call(browser, agenda.slots, { type, hostId, ...wanted })
    : call(browser, availability.slots, { type, ...wanted })

const inWords = (zone: string, start: string) => `${dayIn(zone, start)}, ${timeIn(zone, start)}`

function offerText({ zone, link }: CallOffer, starts: readonly string[]): string {
  const lines = starts.map((start) => {
    const words = `${inWords(zone, start)} (${cityOf(zone)})`
    return `${words}: ${link}at=${new Date(start).toISOString().slice(0, 19)}Z`
  })
  return `Shall we talk? Choose a time:\n${lines.join('\n')}`
}
