import { routeHandlers } from '#server/http/dispatch.ts'
import type { Domain } from '#server/http/domain.ts'
import { channels } from './channels/contract.ts'
import { channelsSchemas } from './channels/schemas.ts'
import { channelColumns } from './channels/send-to-channel.server.ts'
import { channelsService } from './channels/service.server.ts'
import { notifications } from './delivery/contract.ts'
import { notificationsSchemas } from './delivery/schemas.ts'
import { notificationsService } from './delivery/service.server.ts'
import { summarizeQuietHours } from './delivery/summaries.server.ts'
import { preferences } from './preferences/contract.ts'
import { preferencesSchemas } from './preferences/schemas.ts'
import { preferencesService } from './preferences/service.server.ts'
import { presence } from './presence/contract.ts'
import { presenceSchemas } from './presence/schemas.ts'
import { presenceService } from './presence/service.server.ts'
import { push } from './push/contract.ts'
import { pushColumns } from './push/keys.server.ts'
import { pushSchemas } from './push/schemas.ts'
import { pushService } from './push/service.server.ts'
import { serveServiceWorker } from './push/service-worker.server.ts'
import { sendDueDeliveries } from './sender/send-deliveries.server.ts'

export const notificationsDomain: Domain = {
  routes: [
    ...routeHandlers(notifications, notificationsSchemas, notificationsService),
    ...routeHandlers(preferences, preferencesSchemas, preferencesService),
    ...routeHandlers(presence, presenceSchemas, presenceService),
    ...routeHandlers(push, pushSchemas, pushService),
    ...routeHandlers(channels, channelsSchemas, channelsService),
  ],
  jobs: [summarizeQuietHours],
  encryptedColumns: [...pushColumns, ...channelColumns],
  loops: [{ name: 'notification_sender', isNeeded: () => true, step: sendDueDeliveries }],
  addRoutes: serveServiceWorker,
}
