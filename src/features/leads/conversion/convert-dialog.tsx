import { type SubmitEvent, useId, useState } from 'react'
import { reasonOf } from '../../../web/api/api-error.ts'
import { useDraft, useUnsaved } from '../../../web/editing/use-draft.ts'
import { Button } from '../../../web/ui/button.tsx'
import { Dialog, DialogClose } from '../../../web/ui/dialog.tsx'
import { Field } from '../../../web/ui/field.tsx'
import { FormMessage } from '../../../web/ui/form-note.tsx'
import { TextArea, TextInput } from '../../../web/ui/inputs.tsx'
import { SaveButton } from '../../../web/ui/save-button.tsx'
import { fieldsOf } from '../contact/contact-values.ts'
import type { Lead, LeadKind } from '../list/lead.ts'
import { linkOfLead } from '../list/lead-cells.tsx'
import { Fact } from '../list/lead-details.tsx'
import { ClientChoice } from './client-choice.tsx'
import { firstValues, toConversion } from './conversion-values.ts'
import { ProjectFields } from './project-fields.tsx'
import { failureOf, useConversion } from './use-conversion.ts'

/**
 * An inquiry needs phone and notes only; a consultation also a project, enabled by default. Mount
 * anew for each lead.
 */
export function ConvertDialog({
  lead,
  kind,
  onClose,
}: {
  lead: Lead
  kind: LeadKind
  onClose: () => void
}) {
  const formId = useId()
  const [before] = useState(() => firstValues(lead, kind))
  const draft = useDraft(`conversion ${lead.id}`, before)
  const { value: values, dirty } = draft
  useUnsaved(dirty)
  function close() {
    draft.discard()
    onClose()
  }
  const conversion = useConversion(kind, close)
  const problems = fieldsOf(conversion.error)
  const change = (changes: Partial<typeof values>) => draft.set({ ...values, ...changes })

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (!conversion.isPending) conversion.mutate(toConversion(lead.id, values))
  }

  return (
    <Dialog
      open
      onOpenChange={close}
      title="Convert to Client"
      description={
        kind === 'Inquiry'
          ? 'Makes a client of this inquiry and marks it as converted.'
          : 'Makes a client of this consultation request and marks it as converted.'
      }
      dirty={dirty}
      discardQuestion="Discard your changes?"
      initialFocus="heading"
      returnFocusTo={() => linkOfLead(lead.id)}
      footer={
        <>
          <DialogClose asChild>
            <Button>Cancel</Button>
          </DialogClose>
          <SaveButton type="submit" form={formId} variant="primary" busy={conversion.isPending}>
            Convert to Client
          </SaveButton>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="grid gap-5">
        {conversion.isError && (
          <FormMessage>{reasonOf(conversion.error, failureOf(kind))}</FormMessage>
        )}
        <dl className="lead-facts">
          <Fact term="Name">{lead.name}</Fact>
          <Fact term="Email">{lead.email}</Fact>
          <Fact term="Company">{lead.company}</Fact>
        </dl>
        <ClientChoice
          lead={lead}
          value={values.existingClientId}
          onChange={(existingClientId) => change({ existingClientId })}
        />
        <Field label="Phone" optional error={problems.phone}>
          <TextInput
            type="tel"
            autoComplete="off"
            value={values.phone}
            onChange={(event) => change({ phone: event.currentTarget.value })}
          />
        </Field>
        <Field
          label="Notes"
          error={problems.notes}
          hint={values.existingClientId && 'Added below the notes the client has.'}
        >
          <TextArea
            value={values.notes}
            onChange={(event) => change({ notes: event.currentTarget.value })}
          />
        </Field>
        {kind === 'Consultation' && (
          <ProjectFields values={values} problems={problems} onChange={change} />
        )}
      </form>
    </Dialog>
  )
}
