import { call } from '#contract/endpoint.ts'
import { browser } from '#web/api/browser.ts'
import { useRecordForm } from '#web/editing/record-form.tsx'
import type { DialogState } from '#web/ui/use-dialog.ts'
import { type Automation, automations } from '../register/contract.ts'
import { AutomationForm, labels, valuesOf } from './form-values.ts'
import { useRefreshAutomations } from './use-automations.ts'

type Options = DialogState & {
  automation?: Automation
  clientId?: string | undefined
  onSaved?: (saved: Automation) => unknown
}

export function useAutomationForm({ automation, clientId, onSaved, ...dialog }: Options) {
  const refresh = useRefreshAutomations()
  return useRecordForm({
    ...dialog,
    id: 'automation-form',
    noun: 'automation',
    labels,
    schema: AutomationForm,
    record: automation,
    valuesOf: (record) => valuesOf(record, clientId),
    draft: `automation ${automation?.id ?? 'new'}`,
    save({ clientId, ...values }, sending, base) {
      return base
        ? call(
            browser,
            automations.update,
            { id: base.id, version: base.version, ...values },
            sending,
          )
        : call(browser, automations.create, { clientId, ...values }, sending)
    },
    recordOf: (saved) => saved,
    refresh,
    success: automation ? 'Automation saved' : null,
    onSaved,
  })
}
