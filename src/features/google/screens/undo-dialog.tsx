import { useQueryClient } from '@tanstack/react-query'
import { call } from '#contract/endpoint.ts'
import { browser } from '#web/api/browser.ts'
import { keyOf } from '#web/api/query.ts'
import { useMutation } from '#web/api/use-mutation.ts'
import { AlertDialog } from '#web/ui/alert-dialog.tsx'
import { showFailure, showSuccess } from '#web/ui/outcome.ts'
import type { DialogState } from '#web/ui/use-dialog.ts'
import { type GoogleService, serviceNames } from '../connection/scopes.ts'
import { googleSetups } from '../setups/contract.ts'
import type { OfferedService } from './offered-services.tsx'
import type { GoogleClient } from './use-set-up.ts'

const losses: Record<GoogleService, string> = {
  drive: 'deletes the folder with everything in it',
  sheets: 'deletes the spreadsheet',
  calendar: 'deletes the calendar with its events',
  gmail: 'removes the labels and filters; the email itself stays',
}

export function UndoDialog(props: DialogState & { offered: OfferedService; client: GoogleClient }) {
  const { client, offered, ...state } = props
  const { service, title } = offered
  const cache = useQueryClient()
  const undoing = useMutation({
    mutationFn: () =>
      call(browser, googleSetups.undo, { clientId: client.id, serviceType: service }),
    onSuccess: () => showSuccess(`Google ${serviceNames[service]} integration removed`),
    onError: (error) => showFailure(error, `Failed to undo Google ${service} setup`),
    onSettled: async () => {
      state.onClose()
      const queryKey = keyOf(googleSetups.state, { clientId: client.id })
      await cache.invalidateQueries({ queryKey })
    },
  })
  const sharing = service === 'gmail' ? '' : `removes access for ${client.email} and `
  return (
    <AlertDialog
      {...state}
      title={`Undo ${title}`}
      description={`This ${sharing}${losses[service]}.`}
      confirmLabel={`Undo ${title}`}
      busy={undoing.isPending}
      onConfirm={() => undoing.mutate()}
    />
  )
}
