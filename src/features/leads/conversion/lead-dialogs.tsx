import { useState } from 'react'
import { useSession } from '../../identity/sign-in/use-session.ts'
import { LeadDetails } from '../list/lead-details.tsx'
import type { Lead } from '../list/lead-filter.ts'
import type { useOpenLead } from '../list/use-open-lead.ts'
import type { LeadKind } from '../list/use-status-change.ts'
import { ConvertDialog } from './convert-dialog.tsx'

/** Agents may not create clients. */
export function useMayConvert(): boolean {
  const session = useSession()
  return session.state === 'authenticated' && session.user.role !== 'agent'
}

export function useConverting() {
  const [converting, setConverting] = useState<Lead | null>(null)
  return { converting, convert: setConverting, stop: () => setConverting(null) }
}

export function LeadDialogs({
  leads,
  kindOf,
  opened,
  conversion,
}: {
  leads: readonly Lead[]
  kindOf: (lead: Lead) => LeadKind
  opened: ReturnType<typeof useOpenLead>
  conversion: ReturnType<typeof useConverting>
}) {
  const mayConvert = useMayConvert()
  const open = opened.openId ? leads.find(({ id }) => id === opened.openId) : undefined
  const { converting, convert, stop } = conversion
  return (
    <>
      {open && !converting && (
        <LeadDetails
          lead={open}
          kind={kindOf(open)}
          open
          onClose={opened.close}
          onConvert={mayConvert ? () => convert(open) : undefined}
        />
      )}
      {converting && (
        <ConvertDialog
          key={converting.id}
          lead={converting}
          kind={kindOf(converting)}
          onClose={() => {
            stop()
            if (opened.openId) opened.close()
          }}
        />
      )}
    </>
  )
}
