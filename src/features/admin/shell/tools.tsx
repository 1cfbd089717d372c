import { beforeSignOut } from '../../../web/before-sign-out.ts'
import { turnOff } from '../../notifications/screens/use-device.ts'

export { AwayItems } from './away-items.tsx'
export { WaitingBell } from './waiting-bell.tsx'

beforeSignOut.add(turnOff)
