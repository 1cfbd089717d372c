import { useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { call } from '#contract/endpoint.ts'
import { outcomes } from '#contract/vocabulary.ts'
import { browser } from '#web/api/browser.ts'
import { useRecordForm } from '#web/editing/record-form.tsx'
import { TextAreaField } from '#web/ui/labeled.tsx'
import { RadioGroup } from '#web/ui/radio-group.tsx'
import { SaveButton } from '#web/ui/save-button.tsx'
import { agenda, type Call } from '../agenda/contract.ts'
import { outcomeWords } from './call-words.ts'
import { refreshAgenda } from './use-agenda.ts'

const labels = { outcome: 'How did it go?', notes: 'Notes' }

type Values = { outcome: Call['outcome']; notes: string }

/** How a call went and what was said in it. */
export function OutcomeForm({ booking }: { booking: Call }) {
  const { id } = booking
  const client = useQueryClient()
  const state = useRecordForm({
    id: 'outcome',
    noun: 'call',
    labels,
    schema: z.custom<Values>(),
    valuesOf: (saved: Call | null | undefined): Values => {
      const { outcome, outcomeNotes } = saved ?? booking
      return { outcome, notes: outcomeNotes ?? '' }
    },
    draft: `call ${id}`,
    // The server refuses a blank outcome.
    save: ({ outcome, notes }) =>
      call(browser, agenda.setOutcome, {
        id,
        notes,
        outcome: outcome as (typeof outcomes)[number],
      }),
    recordOf: (saved) => saved,
    refresh: () => refreshAgenda(client),
    success: 'Saved',
    failure: 'Failed to save how the call went',
  })
  const { form, about, field } = state
  const { label, error, ...group } = about('outcome')
  return (
    <form noValidate className="panel brief-outcome no-print" onSubmit={state.submit}>
      {state.messages}
      <RadioGroup
        {...group}
        {...(error && { error })}
        legend={label}
        name="outcome"
        inline
        options={outcomes.map((value) => ({ value, label: outcomeWords[value] }))}
        value={form.watch('outcome') ?? ''}
        onChange={({ target }) =>
          form.setValue('outcome', target.value as Values['outcome'], { shouldDirty: true })
        }
      />
      <TextAreaField
        optional
        rows={4}
        limit={5_000}
        hint="Only staff see them, also on the client’s timeline"
        {...field('notes')}
      />
      <div>
        <SaveButton type="submit" variant="primary" busy={state.busy}>
          Save
        </SaveButton>
      </div>
    </form>
  )
}
