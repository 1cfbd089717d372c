import { z } from 'zod'
import { call } from '#contract/endpoint.ts'
import { browser } from '#web/api/browser.ts'
import { useMutation } from '#web/api/use-mutation.ts'
import { useRecordForm } from '#web/editing/record-form.tsx'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/labeled.tsx'
import { showFailure, showSuccess } from '#web/ui/outcome.ts'
import { SaveButton } from '#web/ui/save-button.tsx'
import { capital } from '#web/ui/words.ts'
import { bookingHosts } from '../hosts/contract.ts'
import { type Host, useRefreshBooking } from './use-own-host.ts'

type AddressFormProps = {
  name: 'icsUrl' | 'googleAddress'
  /** For example 'Google address'. */
  what: string
  label: string
  type: 'url' | 'email'
  limit: number
  hint: string
  /** The saved address that the field shows. */
  addressOf: (host: Host | null) => string
  isSet: boolean
}

/** The address of one calendar of the signed-in user. */
export function CalendarAddressForm(props: AddressFormProps) {
  const { name, what, label, addressOf, isSet, ...input } = props
  const refresh = useRefreshBooking()
  const save = (address: string | null) =>
    call(browser, bookingHosts.save, { userId: 'me', [name]: address })
  const form = useRecordForm({
    id: name,
    noun: what,
    labels: { [name]: label },
    schema: z.object({ [name]: z.string().trim().min(1, 'Enter an address') }),
    valuesOf: (host: Host | null | undefined) => ({ [name]: addressOf(host ?? null) }),
    save: (values) => save(values[name] ?? ''),
    recordOf: (host) => host,
    async refresh() {
      await call(browser, bookingHosts.check, { userId: 'me' }).catch(() => {})
      await refresh()
    },
    success: `${capital(what)} saved`,
    failure: `Failed to save the ${what}`,
  })
  const removing = useMutation({
    mutationFn: () => save(null),
    async onSuccess() {
      form.form.reset({ [name]: '' })
      document.getElementById('calendars-heading')?.focus()
      await refresh()
      showSuccess(`${capital(what)} removed`)
    },
    onError: (error) => showFailure(error, `Failed to remove the ${what}`),
  })
  return (
    <form
      aria-label={capital(what)}
      noValidate
      className="grid grid-cols-1 gap-3"
      onSubmit={form.submit}
    >
      {form.messages}
      <TextField optional autoComplete="off" spellCheck={false} {...input} {...form.field(name)} />
      <div className="flex flex-wrap gap-3">
        <SaveButton type="submit" variant="primary" busy={form.busy}>
          Save the Address
        </SaveButton>
        {isSet && (
          <Button variant="danger" busy={removing.isPending} onClick={() => removing.mutate()}>
            Remove the Address
          </Button>
        )}
      </div>
    </form>
  )
}
