import type { ReactNode } from 'react'
import {
  type AutomationSlots,
  AutomationSlotsContext,
} from '#features/automations/screens/slots.ts'
import { type ChatSlots, ChatSlotsContext } from '#features/chat/thread/slots.ts'
import { type ClientSlots, ClientSlotsContext } from '#features/clients/slots.ts'
import { type IdentitySlots, IdentitySlotsContext } from '#features/identity/account/slots.ts'
import { type LeadSlots, LeadSlotsContext } from '#features/leads/screens/slots.ts'
import { type MailSlots, MailSlotsContext } from '#features/mail/screens/slots.ts'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { SkeletonList } from '#web/ui/loading.tsx'

const identity: IdentitySlots = {
  PortraitField: lazyComponent(
    async () => (await import('#features/content/media/portrait-field.tsx')).PortraitField,
  ),
  BeforeLeaving: lazyComponent(
    async () => (await import('#features/booking/staff/calls-to-hand-over.tsx')).CallsToHandOver,
  ),
  NotificationsSection: lazyComponent(
    async () =>
      (await import('#features/notifications/screens/notifications-section.tsx'))
        .NotificationsSection,
    () => (
      <div className="panel">
        <SkeletonList rows={6} />
      </div>
    ),
  ),
}

const loadCalls = () => import('#features/booking/staff/lead-calls.tsx')

const leads: LeadSlots = {
  CallBadge: lazyComponent(async () => (await loadCalls()).LeadCallBadge),
  CallList: lazyComponent(async () => (await loadCalls()).LeadCallList),
}

const OfferTimes = lazyComponent(
  async () => (await import('#features/booking/offers/offer-times.tsx')).OfferTimes,
)

const clients: ClientSlots = {
  BookCall: lazyComponent(
    async () => (await import('#features/booking/staff/book-call.tsx')).BookClientCall,
  ),
}

const chat: ChatSlots = {
  CallDialog: lazyComponent(
    async () => (await import('#features/booking/staff/new-call-dialog.tsx')).ChatCallDialog,
  ),
  Offer: ({ sessionId, ...offer }) => <OfferTimes chatSessionId={sessionId} {...offer} />,
}

const mail: MailSlots = {
  OfferTimes,
  PickDocuments: lazyComponent(
    async () =>
      (await import('#features/clients/mail/document-pick-dialog.tsx')).DocumentPickDialog,
  ),
  SaveDocument: lazyComponent(
    async () =>
      (await import('#features/clients/mail/document-save-dialog.tsx')).DocumentSaveDialog,
  ),
}

const automations: AutomationSlots = {
  ClientField: lazyComponent(
    async () => (await import('#features/clients/list/client-field.tsx')).ClientField,
  ),
}

/** Fills the places that screens of earlier domains leave for later ones. */
export function Slots({ children }: { children: ReactNode }) {
  return (
    <IdentitySlotsContext value={identity}>
      <MailSlotsContext value={mail}>
        <AutomationSlotsContext value={automations}>
          <LeadSlotsContext value={leads}>
            <ClientSlotsContext value={clients}>
              <ChatSlotsContext value={chat}>{children}</ChatSlotsContext>
            </ClientSlotsContext>
          </LeadSlotsContext>
        </AutomationSlotsContext>
      </MailSlotsContext>
    </IdentitySlotsContext>
  )
}
