import { routeHandlers } from '#server/http/dispatch.ts'
import type { Domain } from '#server/http/domain.ts'
import { colors } from './appearance/contract.ts'
import { colorsSchemas } from './appearance/schemas.ts'
import { colorsService } from './appearance/service.server.ts'
import { caseStudies } from './case-studies/contract.ts'
import { caseStudiesSchemas } from './case-studies/schemas.ts'
import { caseStudiesService } from './case-studies/service.server.ts'
import { checklist } from './checklist/contract.ts'
import { checklistSchemas } from './checklist/schemas.ts'
import { checklistService } from './checklist/service.server.ts'
import { published } from './live-pages/contract.ts'
import { publishedSchemas } from './live-pages/schemas.ts'
import { publishedService } from './live-pages/service.server.ts'
import { media } from './media/contract.ts'
import { mediaSchemas } from './media/schemas.ts'
import { serveMedia } from './media/serve-media.server.ts'
import { mediaService } from './media/service.server.ts'
import { sweepMedia } from './media/sweeping.server.ts'
import { pages } from './pages/contract.ts'
import { pagesSchemas } from './pages/schemas.ts'
import { pagesService } from './pages/service.server.ts'
import { sweepPages } from './pages/sweeping.server.ts'
import { previews } from './previews/contract.ts'
import { previewsSchemas } from './previews/schemas.ts'
import { previewsService, sweepPreviews } from './previews/service.server.ts'
import { services } from './services/contract.ts'
import { servicesSchemas } from './services/schemas.ts'
import { servicesService } from './services/service.server.ts'
import { siteSettings } from './site-settings/contract.ts'
import { siteSettingsSchemas } from './site-settings/schemas.ts'
import { siteSettingsService } from './site-settings/service.server.ts'
import { drawSocialImages } from './social-images/draw-social-images.server.ts'
import { siteTransfer } from './transfer/contract.ts'
import { siteTransferSchemas } from './transfer/schemas.ts'
import { siteTransferService } from './transfer/service.server.ts'

export const contentDomain: Domain = {
  routes: [
    ...routeHandlers(services, servicesSchemas, servicesService),
    ...routeHandlers(caseStudies, caseStudiesSchemas, caseStudiesService),
    ...routeHandlers(siteSettings, siteSettingsSchemas, siteSettingsService),
    ...routeHandlers(siteTransfer, siteTransferSchemas, siteTransferService),
    ...routeHandlers(colors, colorsSchemas, colorsService),
    ...routeHandlers(media, mediaSchemas, mediaService),
    ...routeHandlers(pages, pagesSchemas, pagesService),
    ...routeHandlers(previews, previewsSchemas, previewsService),
    ...routeHandlers(published, publishedSchemas, publishedService),
    ...routeHandlers(checklist, checklistSchemas, checklistService),
  ],
  jobs: [sweepMedia, drawSocialImages, sweepPages, sweepPreviews],
  addRoutes: serveMedia,
}
