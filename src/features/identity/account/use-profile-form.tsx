import { use, useState } from 'react'
import type { Input, Output } from '#contract/endpoint.ts'
import { useAccountForm } from '#web/editing/use-account-form.tsx'
import { Field } from '#web/ui/field.tsx'
import { TextArea, TextInput } from '#web/ui/inputs.tsx'
import type { account } from './contract.ts'
import { DisplayNameField } from './display-name-field.tsx'
import { ProfileChange } from './schemas.ts'
import { IdentitySlotsContext } from './slots.ts'

export type Profile = Output<typeof account.profile>

const portraitOf = ({ portraitId: id, portraitUrl: url }: Profile) =>
  id && url ? { id, url } : null

const valuesOf = ({ displayName, title, signature }: Profile) => ({
  displayName: displayName ?? '',
  title: title ?? '',
  signature: signature ?? '',
})

/** The form of a profile: the user's own or, for an owner, somebody else's. */
export function useProfileForm(props: {
  id: string
  profile: Profile
  send: (input: Input<typeof account.saveProfile>) => Promise<Profile>
  onSent: () => unknown
}) {
  const { id, profile, send, onSent } = props
  const { PortraitField } = use(IdentitySlotsContext)
  const [portrait, setPortrait] = useState(() => portraitOf(profile))
  const [base, setBase] = useState(profile)
  const form = useAccountForm({
    id,
    schema: ProfileChange,
    otherwise: 'Failed to save the profile',
    initial: valuesOf(base),
    send: (input) => send({ ...input, portraitId: portrait?.id ?? null, revision: base.revision }),
    onSent(saved, resetUnchanged) {
      setBase(saved)
      resetUnchanged(valuesOf(saved))
      return onSent()
    },
  })
  const { id: titleId, error: titleError, ...titleInput } = form.field('title')
  const { id: signatureId, error: signatureError, ...signatureInput } = form.field('signature')
  const fields = (
    <>
      {form.summary}
      <DisplayNameField {...form.field('displayName')} />
      <Field
        label="Title"
        hint="A role, such as Partner or Automation lead. Visitors see it next to the name."
        id={titleId}
        {...(titleError && { error: titleError })}
      >
        <TextInput autoComplete="organization-title" {...titleInput} />
      </Field>
      {PortraitField && <PortraitField value={portrait} onChange={setPortrait} />}
      <Field
        label="Signature"
        hint="Added at the end of emails. Without one, the display name and the firm’s name are used."
        id={signatureId}
        {...(signatureError && { error: signatureError })}
      >
        <TextArea {...signatureInput} />
      </Field>
      {form.failure}
    </>
  )
  const isDirty = form.isDirty || (portrait?.id ?? null) !== base.portraitId
  return { fields, isDirty, busy: form.busy, submit: form.submit }
}
