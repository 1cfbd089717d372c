import { useEffect } from 'react'
import { z } from 'zod'
import { call } from '#contract/endpoint.ts'
import { browser } from '#web/api/browser.ts'
import { textsOf, useRecordForm } from '#web/editing/record-form.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { TextAreaField, TextField } from '#web/ui/labeled.tsx'
import type { EditorProps } from '../editing/content-list.tsx'
import { useSlugOf } from '../pages/use-slug-of.ts'
import { type Service, services } from './contract.ts'
import { NewService } from './schemas.ts'

const lines = z.string().transform((text) => text.split('\n'))
const schema = NewService.extend({
  features: lines.pipe(NewService.shape.features),
  benefits: lines.pipe(NewService.shape.benefits.unwrap().unwrap()),
})

const texts = [
  'slug',
  'title',
  'category',
  'description',
  'longDescription',
  'iconUrl',
  'searchDescription',
  'searchKeywords',
] as const

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
  searchDescription: 'Description for search results',
  searchKeywords: 'Keywords for search engines',
  active: 'Active',
  featured: 'Featured',
}

export function ServiceDialog({ item: service, refresh, ...dialog }: EditorProps<Service>) {
  const state = useRecordForm({
    ...dialog,
    id: 'service',
    noun: 'service',
    labels,
    schema,
    record: service,
    valuesOf: (record) => ({
      ...textsOf(record, texts),
      features: record?.features.join('\n') ?? '',
      benefits: record?.benefits?.join('\n') ?? '',
      pricingModel: record?.pricing?.pricingModel ?? '',
      featured: record?.featured ?? false,
      active: record?.active ?? true,
    }),
    draft: `service ${service?.id ?? 'new'}`,
    save({ benefits, ...values }, options) {
      // `null` clears the list, while an absent value would leave it unchanged.
      const input = { ...values, benefits: benefits.length > 0 ? benefits : null }
      return service
        ? call(browser, services.update, { ...input, id: service.id }, options)
        : call(browser, services.create, input, options)
    },
    recordOf: (saved) => saved,
    refresh,
  })
  const { form, field } = state
  const slugOf = useSlugOf(!service)
  const setSlug = (title: string) => {
    if (slugOf && !form.getFieldState('slug').isTouched) {
      form.setValue('slug', slugOf(title, ''), { shouldDirty: true })
    }
  }
  const title = field('title', {
    onChange: (event: { target: { value: string } }) => setSlug(event.target.value),
  })
  // The user may change the title before this code is loaded.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs only once loaded.
  useEffect(() => {
    const typed = form.getValues('title')
    if (typed) setSlug(typed)
  }, [slugOf])
  return (
    <FormDialog
      {...state.dialog}
      title={service ? 'Edit service' : 'Add service'}
      submitLabel={service ? 'Save Changes' : 'Add Service'}
    >
      {state.messages}
      <TextField required {...title} />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          required
          hint="The last part of /services/…"
          spellCheck={false}
          autoCapitalize="none"
          {...field('slug')}
        />
        <TextField required {...field('category')} />
      </div>
      <TextAreaField required hint="One line on the home page" rows={2} {...field('description')} />
      <TextAreaField optional rows={4} {...field('longDescription')} />
      <TextAreaField
        required
        hint="One per line; the home page shows the first four"
        rows={6}
        {...field('features')}
      />
      <TextAreaField optional hint="One per line" rows={4} {...field('benefits')} />
      <TextAreaField
        optional
        hint="Without one, the short description"
        rows={2}
        {...field('searchDescription')}
      />
      <TextField
        optional
        hint="Separated by commas; without them, the title and the features"
        {...field('searchKeywords')}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField optional hint="Only staff see it" {...field('pricingModel')} />
        <TextField
          optional
          hint="Path or https address. Without one, the built-in drawing is shown"
          inputMode="url"
          spellCheck={false}
          {...field('iconUrl')}
        />
      </div>
      <div className="grid gap-2 sm:grid-cols-2">
        <Checkbox
          label={labels.active}
          hint="Shown on the public site"
          {...form.register('active')}
        />
        <Checkbox
          label={labels.featured}
          hint="Shown first on the home page"
          {...form.register('featured')}
        />
      </div>
    </FormDialog>
  )
}
