import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../../contract/endpoint.ts'
import { sentenceOf } from '../../../web/api/api-error.ts'
import { browser } from '../../../web/api/browser.ts'
import { keyOf } from '../../../web/api/query.ts'
import { useMutation } from '../../../web/api/use-mutation.ts'
import { Button } from '../../../web/ui/button.tsx'
import { Dialog, DialogClose } from '../../../web/ui/dialog.tsx'
import { FormMessage } from '../../../web/ui/form-note.tsx'
import { OneTimeLink } from '../invitations/one-time-link.tsx'
import { type User, users } from './contract.ts'

export function LinkDialog({ person, onClose }: { person: User; onClose: () => void }) {
  const client = useQueryClient()
  const { id, username, state } = person
  const renew = useMutation({
    mutationFn: () => call(browser, users.renewLink, { id }),
    onSuccess: () => client.invalidateQueries({ queryKey: keyOf(users.list) }),
  })
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={state === 'active' ? `New password for ${username}` : `New link for ${username}`}
      size="sm"
      footer={
        renew.data ? (
          <DialogClose asChild>
            <Button>Done</Button>
          </DialogClose>
        ) : (
          <>
            <DialogClose asChild>
              <Button>Cancel</Button>
            </DialogClose>
            <Button variant="primary" busy={renew.isPending} onClick={() => renew.mutate()}>
              Make link
            </Button>
          </>
        )
      }
    >
      {renew.data ? (
        <OneTimeLink invited={renew.data} />
      ) : (
        <div className="grid gap-4">
          <p className="text-ink-2">
            {state === 'active'
              ? `A one-time link lets ${username} choose a new password. The present one keeps working until then.`
              : 'A new one-time link is valid for seven days. The link made before stops working.'}
          </p>
          {renew.isError && (
            <FormMessage>{sentenceOf(renew.error, 'Failed to make the link')}</FormMessage>
          )}
        </div>
      )}
    </Dialog>
  )
}
