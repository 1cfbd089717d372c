import { type ComponentType, createContext, type ReactNode } from 'react'

export type Portrait = { id: string; url: string }

/** Components of later domains on the screens of this one. `admin/slots.tsx` fills them. */
export type IdentitySlots = {
  PortraitField?: ComponentType<{
    value: Portrait | null
    onChange: (value: Portrait | null) => void
  }>
  /** Shows `children` once nothing prevents the user from being deactivated. */
  BeforeLeaving?: ComponentType<{
    user: { id: string; username: string }
    open: boolean
    onClose: () => void
    opener?: HTMLElement | null
    children: ReactNode
  }>
  /** Shown on the page of one's own account. */
  NotificationsSection?: ComponentType
}

export const IdentitySlotsContext = createContext<IdentitySlots>({})
