import type { ReactNode } from 'react'
import { mailtoOf } from '#contract/email-address.ts'
import { useFirm } from '#web/firm.ts'
import { Button } from '#web/ui/button.tsx'
import { FormMessage } from '#web/ui/form-note.tsx'
import { TextAreaField } from '#web/ui/labeled.tsx'
import type { Request } from './request-progress.tsx'

export const actNames = ['remind', 'details', 'withdraw', 'not-me'] as const
export type ActName = (typeof actNames)[number]

/** Why a form was refused; `text` is what the visitor typed. */
export type Refused = { action: ActName | undefined; message: string; text: string }

type Props = { request: Request; token: string; refused: Refused | undefined }

const maxDetails = 5

/** The form is sent to the page itself, with or without script. */
function ActForm(props: {
  token: string
  name: ActName
  label?: string
  refused: Refused | undefined
  children: ReactNode
}) {
  const { token, name, refused } = props
  return (
    <form
      noValidate
      method="post"
      action={`/requests/${token}`}
      aria-label={props.label}
      className="request-form"
    >
      <input type="hidden" name="action" value={name} />
      {refused?.action === name && name !== 'details' && (
        <FormMessage>{refused.message}</FormMessage>
      )}
      {props.children}
    </form>
  )
}

/** `submission` identifies the rendered form, so that sending it twice adds only one detail. */
export function AddDetail(props: Props & { submission: string }) {
  const { request, token, refused, submission } = props
  const { email } = useFirm()
  const { state, details } = request
  if (state === 'withdrawn') return null
  const left = maxDetails - details.length
  const mine = refused?.action === 'details' ? refused : undefined
  if (left <= 0 && !mine) {
    return (
      <section aria-labelledby="add-heading">
        <h2 id="add-heading" className="h3">
          Add a detail
        </h2>
        <p className="request-note">
          You have added five details. For more, write to{' '}
          <a className="link" href={mailtoOf(email)}>
            {email}
          </a>
          .
        </p>
      </section>
    )
  }
  return (
    <section aria-labelledby="add-heading">
      <h2 id="add-heading" className="h3">
        Add a detail
      </h2>
      <ActForm token={token} name="details" label="Add a detail" refused={refused}>
        <input type="hidden" name="submission" value={submission} />
        <TextAreaField
          id="detail"
          name="text"
          label="What should we know?"
          required
          rows={4}
          limit={2000}
          defaultValue={mine?.text}
          error={mine?.message}
          hint={
            left > 0 &&
            (left === 1
              ? 'You can add one more.'
              : `Up to 2,000 characters; ${left} of 5 are left.`)
          }
        />
        <div>
          <Button type="submit" size="lg">
            Add a Detail
          </Button>
        </div>
      </ActForm>
    </section>
  )
}

export function RemindUs({ request, token, refused }: Props) {
  if (!request.canRemind && refused?.action !== 'remind') return null
  return (
    <section className="request-late" aria-label="Reminder">
      <p>The answer is overdue. Your reminder reaches us at once.</p>
      <ActForm token={token} name="remind" refused={refused}>
        {request.canRemind && (
          <Button type="submit" variant="primary" size="lg">
            Remind Us
          </Button>
        )}
      </ActForm>
    </section>
  )
}

function Asked(props: { summary: string; open: boolean; children: ReactNode }) {
  return (
    <details className="request-asked" open={props.open}>
      <summary>{props.summary}</summary>
      {props.children}
    </details>
  )
}

/** Acts that end something require a confirmation. */
export function Endings({ request, token, refused }: Props) {
  const { state, disputedAt, sent } = request
  return (
    <section aria-labelledby="endings-heading">
      <h2 id="endings-heading" className="h3">
        Something wrong?
      </h2>
      <div className="request-endings">
        {state !== 'withdrawn' && (
          <Asked summary="Withdraw this request" open={refused?.action === 'withdraw'}>
            <p>Nobody will answer it, and you cannot add anything more.</p>
            <ActForm token={token} name="withdraw" refused={refused}>
              <div>
                <Button type="submit" variant="danger">
                  Yes, Withdraw It
                </Button>
              </div>
            </ActForm>
          </Asked>
        )}
        {disputedAt ? (
          <p className="request-note">
            You said that this was not you. We will not write to {sent.email} automatically again.
          </p>
        ) : (
          <Asked summary="This was not me" open={refused?.action === 'not-me'}>
            <p>
              Somebody entered {sent.email} on our site. We will send no automatic email to it
              again, and our staff will know.
            </p>
            <ActForm token={token} name="not-me" refused={refused}>
              <div>
                <Button type="submit">This Was Not Me</Button>
              </div>
            </ActForm>
          </Asked>
        )}
      </div>
    </section>
  )
}
