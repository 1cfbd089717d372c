import { use } from 'react'
import { z } from 'zod'
import type { Input, Output } from '#contract/endpoint.ts'
import { textsOf, useRecordForm } from '#web/editing/record-form.tsx'
import { TextAreaField, TextField } from '#web/ui/labeled.tsx'
import type { DialogState } from '#web/ui/use-dialog.ts'
import type { account } from './contract.ts'
import { DisplayNameField } from './display-name-field.tsx'
import { ProfileChange } from './schemas.ts'
import { IdentitySlotsContext, type Portrait } from './slots.ts'

export type Profile = Output<typeof account.profile>

const labels = {
  displayName: 'Display name',
  title: 'Title',
  portrait: 'Portrait',
  signature: 'Signature',
}

const schema = ProfileChange.omit({ portraitId: true }).extend({
  portrait: z.custom<Portrait | null>(),
})

const portraitOf = ({ portraitId: id, portraitUrl: url }: Profile) =>
  id && url ? { id, url } : null

/** The form of a profile: the user's own or, for an owner, somebody else's. */
export function useProfileForm(
  props: Partial<DialogState> & {
    id: string
    profile: Profile
    send: (input: Input<typeof account.saveProfile>) => Promise<Profile>
    refresh: () => unknown
  },
) {
  const { profile, send, ...options } = props
  const { PortraitField } = use(IdentitySlotsContext)
  const state = useRecordForm({
    ...options,
    noun: 'profile',
    success: 'Profile saved',
    labels,
    schema,
    record: profile,
    valuesOf: (record) => ({
      ...textsOf(record, ['displayName', 'title', 'signature']),
      portrait: portraitOf(record ?? profile),
    }),
    save: ({ portrait, ...values }, _, base) =>
      send({ ...values, portraitId: portrait?.id ?? null, revision: (base ?? profile).revision }),
    recordOf: (saved) => saved,
  })
  const { form, field, messages } = state
  const fields = (
    <>
      {messages}
      <DisplayNameField {...field('displayName')} />
      <TextField
        hint="A role, such as Partner or Automation lead. Visitors see it next to the name."
        autoComplete="organization-title"
        {...field('title')}
      />
      {PortraitField && (
        <PortraitField
          value={form.watch('portrait')}
          onChange={(portrait) => form.setValue('portrait', portrait, { shouldDirty: true })}
        />
      )}
      <TextAreaField
        hint="Added at the end of emails. Without one, the display name and the firm’s name are used."
        {...field('signature')}
      />
    </>
  )
  return { ...state, fields }
}
