import { turnOff } from '#features/notifications/screens/use-device.ts'
import { beforeSignOut } from '#web/before-sign-out.ts'

export { ConsoleAlerts } from '#features/chat/alerts/console-alerts.tsx'
export { AwayItems } from './away-items.tsx'
export { WaitingBell } from './waiting-bell.tsx'

beforeSignOut.add(turnOff)
