import { type SubmitEvent, useEffect, useRef } from 'react'
import { SelectField } from '#web/ui/labeled.tsx'
import { type ImportField, type ImportPreview, importFields } from './contract.ts'

export const labels: Record<ImportField, string> = {
  name: 'Name',
  first: 'First name',
  middle: 'Middle name',
  last: 'Last name',
  email: 'Email',
  company: 'Company',
  phone: 'Phone',
  notes: 'Notes',
  status: 'Status',
}

const sentences = {
  name: 'Choose the column for the name, or for its parts.',
  email: 'Choose the column for the email address.',
}

type Props = { id: string; preview: ImportPreview; onChoose: (fields: string) => void }

/** Lets the user assign fields to the columns of a file. Empty columns are left out. */
export function ImportColumns({ id, preview: { columns, missing }, onChoose }: Props) {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.querySelector('select')?.focus(), [])

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const chosen = new FormData(event.currentTarget)
    const fields = columns.map((_, at) => chosen.get(`column-${at}`) ?? '')
    onChoose(fields.join(',').replace(/,+$/, ''))
  }

  return (
    <form id={id} ref={form} onSubmit={submit} className="grid gap-4">
      <p role="status">
        {missing.map((what) => sentences[what]).join(' ')} If several columns hold the same thing,
        the first filled one counts.
      </p>
      <div className="grid gap-4 sm:grid-cols-2">
        {columns.map(
          ({ heading, sample, field }, at) =>
            (sample || field) && (
              <SelectField
                // biome-ignore lint/suspicious/noArrayIndexKey: columns keep their order.
                key={at}
                id={`column-${at}`}
                name={`column-${at}`}
                label={heading || `Column ${at + 1}`}
                hint={sample}
                defaultValue={field ?? ''}
              >
                <option value="">Not used</option>
                {importFields.map((each) => (
                  <option key={each} value={each}>
                    {labels[each]}
                  </option>
                ))}
              </SelectField>
            ),
        )}
      </div>
    </form>
  )
}
