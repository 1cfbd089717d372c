import { Button } from '#web/ui/button.tsx'
import { Density } from '#web/ui/density.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import type { DialogState } from '#web/ui/use-dialog.ts'
import type { SessionUser } from './contract.ts'
import { SignInSteps } from './sign-in-steps.tsx'
import { useLogout } from './use-session.ts'

export function RenewalDialog(
  props: DialogState & { username: string; onSignedIn: (user: SessionUser) => void },
) {
  const { username, onSignedIn, ...state } = props
  const logout = useLogout()
  return (
    <Density size="sm">
      <Dialog
        {...state}
        size="sm"
        initialFocus={() => document.getElementById('sign-in-password')}
        title="Sign in again"
        description="Your session has ended. Please sign in again. What you typed is still here."
        footer={
          <Button
            onClick={() => {
              state.onClose()
              logout.mutate()
            }}
          >
            Log Out
          </Button>
        }
      >
        <SignInSteps inDialog username={username} onSignedIn={onSignedIn} />
      </Dialog>
    </Density>
  )
}
