import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { refusedFields, sentenceOf } from '../../../web/api/api-error.ts'
import { EditConflict, isStale, useEditConflict } from '../../../web/editing/edit-conflict.tsx'
import { useFormDraft } from '../../../web/editing/use-draft.ts'
import { Checkbox } from '../../../web/ui/checkbox.tsx'
import { Field } from '../../../web/ui/field.tsx'
import { TextArea } from '../../../web/ui/text-area.tsx'
import { TextInput } from '../../../web/ui/text-input.tsx'
import { EditorDialog } from '../editing/editor-dialog.tsx'
import { fromLines, sentenceIn, toLines } from '../editing/problems.ts'
import { useSave } from '../editing/use-save.ts'
import { NewService, type Service, services } from './contract.ts'

const lines = z.string().transform(toLines)
const Form = NewService.extend({
  features: lines.pipe(NewService.shape.features),
  benefits: lines.pipe(NewService.shape.benefits.unwrap().unwrap()),
})
type Values = z.input<typeof Form>

function valuesOf(service: Service | null): Values {
  return {
    slug: service?.slug ?? '',
    title: service?.title ?? '',
    category: service?.category ?? '',
    description: service?.description ?? '',
    longDescription: service?.longDescription ?? '',
    features: fromLines(service?.features),
    benefits: fromLines(service?.benefits),
    pricingModel: service?.pricing?.pricingModel ?? '',
    iconUrl: service?.iconUrl ?? '',
    featured: service?.featured ?? false,
    active: service?.active ?? true,
  }
}

function slugFrom(title: string): string {
  const plain = title.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  return plain
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 80)
}

const labels = {
  title: 'Title',
  slug: 'Address',
  category: 'Category',
  description: 'Short description',
  longDescription: 'Long description',
  features: 'Features',
  benefits: 'Benefits',
  pricingModel: 'Pricing model',
  iconUrl: 'Icon',
  active: 'Active',
  featured: 'Featured',
}
type Name = keyof typeof labels
const fields = Object.keys(labels) as Name[]

export function ServiceDialog({
  service,
  onClose,
}: {
  service: Service | null
  onClose: () => void
}) {
  const form = useForm<Values, unknown, z.output<typeof Form>>({
    resolver: zodResolver(Form),
    defaultValues: valuesOf(service),
    shouldFocusError: false,
  })
  const { register, formState, setError, setValue, getFieldState } = form
  const { errors, submitCount, isDirty } = formState
  const saying = {
    success: `Service ${service ? 'updated' : 'created'} successfully`,
    failure: `Failed to ${service ? 'update' : 'create'} service`,
  }
  const conflict = useEditConflict(form, service, valuesOf)
  const { discard } = useFormDraft(form, `service ${service?.id ?? 'new'}`, conflict)
  function close() {
    discard()
    onClose()
  }
  const create = useSave(services.create, [services.list], saying)
  const update = useSave(services.update, [services.list], saying, conflict.base?.updatedAt)
  const save = service ? update : create

  function onError(error: Error) {
    if (conflict.meet(error)) return
    for (const { name, message } of refusedFields(error, fields)) setError(name, { message })
  }
  const submit = form.handleSubmit((values) => {
    // `null` clears the list; an absent value would leave it unchanged.
    const input = { ...values, benefits: values.benefits.length > 0 ? values.benefits : null }
    const outcome = { onSuccess: close, onError }
    if (service) update.mutate({ ...input, id: service.id }, outcome)
    else create.mutate(input, outcome)
  })
  const problemOf = (name: Name) => sentenceIn(errors[name])
  const problems = fields.flatMap((name) => {
    const message = problemOf(name)
    return message ? [{ id: `service-${name}`, message }] : []
  })
  const field = (name: Name) => ({
    id: `service-${name}`,
    label: labels[name],
    error: problemOf(name),
  })
  const title = register('title', {
    onChange: (event: { target: { value: string } }) => {
      if (!service && !getFieldState('slug').isTouched) {
        setValue('slug', slugFrom(event.target.value), { shouldDirty: true })
      }
    },
  })
  return (
    <EditorDialog
      title={service ? 'Edit service' : 'Add service'}
      saveLabel={service ? 'Save changes' : 'Add service'}
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
        <TextInput {...title} />
      </Field>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field {...field('slug')} required hint="The last part of /services/…">
          <TextInput spellCheck={false} autoCapitalize="none" {...register('slug')} />
        </Field>
        <Field {...field('category')} required>
          <TextInput {...register('category')} />
        </Field>
      </div>
      <Field {...field('description')} required hint="One line on the home page">
        <TextArea rows={2} {...register('description')} />
      </Field>
      <Field {...field('longDescription')} optional>
        <TextArea rows={4} {...register('longDescription')} />
      </Field>
      <Field
        {...field('features')}
        required
        hint="One per line; the home page shows the first four"
      >
        <TextArea rows={6} {...register('features')} />
      </Field>
      <Field {...field('benefits')} optional hint="One per line">
        <TextArea rows={4} {...register('benefits')} />
      </Field>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field {...field('pricingModel')} optional hint="Staff see it, visitors do not">
          <TextInput {...register('pricingModel')} />
        </Field>
        <Field
          {...field('iconUrl')}
          optional
          hint="Path or https address; without one the built-in drawing is shown"
        >
          <TextInput inputMode="url" spellCheck={false} {...register('iconUrl')} />
        </Field>
      </div>
      <div className="grid gap-2 sm:grid-cols-2">
        <Checkbox label={labels.active} hint="Shown on the public site" {...register('active')} />
        <Checkbox
          label={labels.featured}
          hint="Shown first on the home page"
          {...register('featured')}
        />
      </div>
    </EditorDialog>
  )
}
