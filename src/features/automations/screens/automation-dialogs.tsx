import { FormDialog } from '#web/ui/form-dialog.tsx'
import type { DialogState } from '#web/ui/use-dialog.ts'
import type { Automation } from '../register/contract.ts'
import { AutomationFields } from './automation-fields.tsx'
import { useAutomationForm } from './use-automation-form.ts'

/** Must be remounted each time it opens. */
export function AddAutomation(
  props: DialogState & { clientId?: string | undefined; onSaved: (saved: Automation) => void },
) {
  const state = useAutomationForm(props)
  return (
    <FormDialog {...state.dialog} title="Add Automation" submitLabel="Add Automation">
      {state.messages}
      <AutomationFields state={state} isNew />
    </FormDialog>
  )
}

/** Must be remounted each time it opens. */
export function EditAutomation(props: DialogState & { automation: Automation }) {
  const state = useAutomationForm(props)
  return (
    <FormDialog {...state.dialog} title="Edit automation" submitLabel="Save Changes">
      {state.messages}
      <AutomationFields state={state} isNew={false} />
    </FormDialog>
  )
}
