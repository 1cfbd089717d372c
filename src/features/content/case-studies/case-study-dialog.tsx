import { zodResolver } from '@hookform/resolvers/zod'
import { Plus, X } from 'lucide-react'
import { type Control, type UseFormRegister, useFieldArray, useForm } from 'react-hook-form'
import { z } from 'zod'
import { refusedFields, sentenceOf } from '../../../web/api/api-error.ts'
import { EditConflict, isStale, useEditConflict } from '../../../web/editing/edit-conflict.tsx'
import { useFormDraft } from '../../../web/editing/use-draft.ts'
import { Button } from '../../../web/ui/button.tsx'
import { Checkbox } from '../../../web/ui/checkbox.tsx'
import { Field, Fieldset } from '../../../web/ui/field.tsx'
import { TextArea } from '../../../web/ui/text-area.tsx'
import { TextInput } from '../../../web/ui/text-input.tsx'
import { EditorDialog } from '../editing/editor-dialog.tsx'
import { fromLines, sentenceIn, toLines } from '../editing/problems.ts'
import { useSave } from '../editing/use-save.ts'
import { type CaseStudy, caseStudies, NewCaseStudy } from './contract.ts'

const Form = NewCaseStudy.extend({
  tags: z.string().transform(toLines).pipe(NewCaseStudy.shape.tags),
})
type Values = z.input<typeof Form>

const mostResults = 5

function valuesOf(study: CaseStudy | null): Values {
  return {
    title: study?.title ?? '',
    company: study?.company ?? '',
    industry: study?.industry ?? '',
    duration: study?.duration ?? '',
    tags: fromLines(study?.tags),
    challenge: study?.challenge ?? '',
    solution: study?.solution ?? '',
    results: study?.results ?? [{ value: '', label: '' }],
    featured: study?.featured ?? false,
    published: study?.published ?? true,
  }
}

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
}
type Name = keyof typeof labels
const fields = Object.keys(labels) as Name[]

export function CaseStudyDialog({
  study,
  onClose,
}: {
  study: CaseStudy | null
  onClose: () => void
}) {
  const form = useForm<Values, unknown, z.output<typeof Form>>({
    resolver: zodResolver(Form),
    defaultValues: valuesOf(study),
    shouldFocusError: false,
  })
  const { register, control, handleSubmit, formState, setError } = form
  const { errors, submitCount, isDirty } = formState
  const saying = {
    success: `Case study ${study ? 'updated' : 'created'} successfully`,
    failure: `Failed to ${study ? 'update' : 'create'} case study`,
  }
  const lists = [caseStudies.list, caseStudies.featured]
  const conflict = useEditConflict(form, study, valuesOf)
  const { discard } = useFormDraft(form, `case study ${study?.id ?? 'new'}`, conflict)
  function close() {
    discard()
    onClose()
  }
  const create = useSave(caseStudies.create, lists, saying)
  const update = useSave(caseStudies.update, lists, saying, conflict.base?.updatedAt)
  const save = study ? update : create
  const outcome = {
    onSuccess: close,
    onError(error: Error) {
      if (conflict.meet(error)) return
      for (const { name, message } of refusedFields(error, fields)) setError(name, { message })
    },
  }
  const submit = handleSubmit((values) => {
    if (study) update.mutate({ ...values, id: study.id }, outcome)
    else create.mutate(values, outcome)
  })
  const problems = fields.flatMap((name) => {
    const message = sentenceIn(errors[name])
    return message ? [{ id: `case-${name}`, message }] : []
  })
  const field = (name: Name) => ({
    id: `case-${name}`,
    label: labels[name],
    error: sentenceIn(errors[name]),
  })
  return (
    <EditorDialog
      title={study ? 'Edit case study' : 'Add case study'}
      saveLabel={study ? 'Save changes' : 'Add case study'}
      problems={problems}
      attempt={submitCount}
      dirty={isDirty}
      busy={save.isPending}
      failure={
        save.isError && !isStale(save.error) ? sentenceOf(save.error, saying.failure) : undefined
      }
      conflict={<EditConflict conflict={conflict} labels={labels} />}
      onSubmit={submit}
      onClose={close}
    >
      <Field {...field('title')} required>
        <TextInput {...register('title')} />
      </Field>
      <div className="grid gap-5 sm:grid-cols-3">
        <Field {...field('company')} required>
          <TextInput {...register('company')} />
        </Field>
        <Field {...field('industry')} required>
          <TextInput {...register('industry')} />
        </Field>
        <Field {...field('duration')} optional>
          <TextInput {...register('duration')} />
        </Field>
      </div>
      <Field {...field('challenge')} required>
        <TextArea rows={3} {...register('challenge')} />
      </Field>
      <Field {...field('solution')} required>
        <TextArea rows={3} {...register('solution')} />
      </Field>
      <Results control={control} register={register} error={sentenceIn(errors.results)} />
      <Field {...field('tags')} optional hint="One per line">
        <TextArea rows={2} {...register('tags')} />
      </Field>
      <div className="grid gap-2 sm:grid-cols-2">
        <Checkbox label={labels.published} hint="Visitors can see it" {...register('published')} />
        <Checkbox label={labels.featured} hint="Shown on the home page" {...register('featured')} />
      </div>
    </EditorDialog>
  )
}

function Results(props: {
  control: Control<Values, unknown, z.output<typeof Form>>
  register: UseFormRegister<Values>
  error: string | undefined
}) {
  const {
    fields: rows,
    append,
    remove,
  } = useFieldArray({ control: props.control, name: 'results' })
  return (
    <Fieldset
      id="case-results"
      legend="Results"
      hint="The first figure is shown large"
      {...(props.error && { error: props.error })}
    >
      <ul className="grid gap-3">
        {rows.map((row, place) => (
          <li key={row.id} className="result-row">
            <Field label={`Figure ${place + 1}`}>
              <TextInput {...props.register(`results.${place}.value`)} />
            </Field>
            <Field label={`What figure ${place + 1} stands for`}>
              <TextInput {...props.register(`results.${place}.label`)} />
            </Field>
            <Button
              variant="quiet"
              icon={X}
              className="mt-6"
              aria-label={`Remove figure ${place + 1}`}
              onClick={() => remove(place)}
            />
          </li>
        ))}
      </ul>
      {rows.length < mostResults && (
        <Button icon={Plus} className="mt-3" onClick={() => append({ value: '', label: '' })}>
          Add figure
        </Button>
      )}
    </Fieldset>
  )
}
