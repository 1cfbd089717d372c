import { Plus, X } from 'lucide-react'
import { type UseFormReturn, useFieldArray } from 'react-hook-form'
import { z } from 'zod'
import { call } from '#contract/endpoint.ts'
import { browser } from '#web/api/browser.ts'
import { textsOf, useRecordForm } from '#web/editing/record-form.tsx'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Fieldset } from '#web/ui/field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { TextAreaField, TextField } from '#web/ui/labeled.tsx'
import type { EditorProps } from '../editing/content-list.tsx'
import { type CaseStudy, caseStudies } from './contract.ts'
import { NewCaseStudy } from './schemas.ts'

const schema = NewCaseStudy.extend({
  real: z.boolean(),
  tags: z
    .string()
    .transform((text) => text.split('\n'))
    .pipe(NewCaseStudy.shape.tags),
})

const maxResults = 5

const texts = ['title', 'company', 'industry', 'duration', 'challenge', 'solution'] as const

const labels = {
  title: 'Title',
  company: 'Company',
  industry: 'Industry',
  duration: 'Duration',
  challenge: 'Challenge',
  solution: 'Solution',
  results: 'Results',
  tags: 'Tags',
  published: 'Published',
  featured: 'Featured',
  real: 'Mark as real',
}
export function CaseStudyDialog({ item: study, refresh, ...dialog }: EditorProps<CaseStudy>) {
  const state = useRecordForm({
    ...dialog,
    id: 'case',
    noun: 'case study',
    labels,
    schema,
    record: study,
    valuesOf: (record) => ({
      ...textsOf(record, texts),
      tags: record?.tags.join('\n') ?? '',
      results: record?.results ?? [{ value: '', label: '' }],
      featured: record?.featured ?? false,
      published: record?.published ?? true,
      real: false,
    }),
    draft: `case study ${study?.id ?? 'new'}`,
    save: ({ real, ...values }, options) =>
      study
        ? call(
            browser,
            caseStudies.update,
            { ...values, id: study.id, ...(real && { demo: false as const }) },
            options,
          )
        : call(browser, caseStudies.create, values, options),
    recordOf: (saved) => saved,
    refresh,
  })
  const { form, about, field } = state
  return (
    <FormDialog
      {...state.dialog}
      title={study ? 'Edit case study' : 'Add case study'}
      submitLabel={study ? 'Save Changes' : 'Add Case Study'}
    >
      {state.messages}
      <TextField required {...field('title')} />
      <div className="grid gap-5 sm:grid-cols-3">
        <TextField required {...field('company')} />
        <TextField required {...field('industry')} />
        <TextField optional {...field('duration')} />
      </div>
      <TextAreaField required rows={3} {...field('challenge')} />
      <TextAreaField required rows={3} {...field('solution')} />
      <Results form={form} {...about('results')} />
      <TextAreaField optional hint="One per line" rows={2} {...field('tags')} />
      <div className="grid gap-2 sm:grid-cols-2">
        <Checkbox
          label={labels.published}
          hint="Visitors can see it"
          {...form.register('published')}
        />
        <Checkbox
          label={labels.featured}
          hint="Shown on the home page"
          {...form.register('featured')}
        />
        {study?.demo && (
          <Checkbox
            label={labels.real}
            hint="Shown without a demo tag, even when demo content is off"
            {...form.register('real')}
          />
        )}
      </div>
    </FormDialog>
  )
}

function Results({
  form: { control, register },
  label,
  ...group
}: {
  form: UseFormReturn<z.input<typeof schema>, unknown, z.output<typeof schema>>
  id: string
  label: string
  error?: string
}) {
  const { fields, append, remove } = useFieldArray({ control, name: 'results' })
  return (
    <Fieldset {...group} legend={label} hint="The first figure is shown large">
      <ul className="grid gap-3">
        {fields.map(({ id }, index) => (
          <li key={id} className="result-row">
            <TextField label={`Figure ${index + 1}`} {...register(`results.${index}.value`)} />
            <TextField
              label={`What figure ${index + 1} stands for`}
              {...register(`results.${index}.label`)}
            />
            <Button
              variant="quiet"
              icon={X}
              className="mt-6"
              aria-label={`Remove figure ${index + 1}`}
              onClick={() => remove(index)}
            />
          </li>
        ))}
      </ul>
      {fields.length < maxResults && (
        <Button icon={Plus} className="mt-3" onClick={() => append({ value: '', label: '' })}>
          Add Figure
        </Button>
      )}
    </Fieldset>
  )
}
