import { type ComponentType, createContext } from 'react'
import type { Client } from './contract.ts'

/** Components of later domains on the screens of this one. `admin/slots.tsx` fills them. */
export type ClientSlots = {
  /** A button beside the name. */
  BookCall?: ComponentType<{ client: Client }>
}

export const ClientSlotsContext = createContext<ClientSlots>({})
