import { existsSync, readdirSync } from 'node:fs'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import type {
  CreateRequestHandlerFunction,
  matchRoutes,
  RouteObject,
  ServerBuild,
} from 'react-router'
import type { Transport } from '#contract/endpoint.ts'
import type { ShownSite } from '#contract/settings/shown-site.ts'
import { projectRoot } from '../project-root.ts'
import type { Dependencies } from '../service/context.ts'
import { type Forms, serveForms } from './forms.ts'
import {
  openPages,
  type Pages,
  type Render,
  type Site,
  type SiteContent,
  servePages,
} from './pages.ts'
import { type FindPreview, servePreviews } from './previews.ts'

type SiteEntry = {
  openContext(
    request: Request,
    transport: Transport,
    report: (error: unknown) => void,
    site: ShownSite,
  ): never
  createRequestHandler: CreateRequestHandlerFunction
  matchRoutes: typeof matchRoutes
}

const root = new URL('build/site/', projectRoot)

export function renderWith(
  build: ServerBuild,
  mode: 'production' | 'development',
  report: (error: unknown) => void,
): Render {
  const entry = build.entry.module as unknown as SiteEntry
  const handle = entry.createRequestHandler(build, mode)
  return (request, transport, site, basename) => {
    const below = basename && entry.createRequestHandler({ ...build, basename }, mode)
    return (below || handle)(request, entry.openContext(request, transport, report, site))
  }
}

/** Whether a path leads to the page for everything that is not in the table of routes. */
function unknownPaths(build: ServerBuild): Site['isUnknown'] {
  const { matchRoutes } = build.entry.module as unknown as SiteEntry
  const routes = Object.values(build.routes).filter((route) => route !== undefined)
  const below = (parent?: string): RouteObject[] =>
    routes
      .filter(({ parentId }) => parentId === parent)
      .map(({ id, path, index }) =>
        index ? { id, path, index } : { id, path, children: below(id) },
      )
  const tree = below()
  return (path) => matchRoutes(tree, path)?.at(-1)?.route.id === 'unknown'
}

/** @throws Error of one line when the site was not built. */
export async function loadBuiltSite(report: (error: unknown) => void): Promise<Site> {
  const bundle = new URL('server/index.js', root)
  if (!existsSync(bundle)) throw new Error('The site is not built yet: run `npm run build` first.')
  const build = (await import(bundle.href)) as ServerBuild
  return { render: renderWith(build, 'production', report), isUnknown: unknownPaths(build) }
}

export function builtSite(
  site: Site,
  { config, limits }: Pick<Dependencies, 'config' | 'limits'>,
  transport: Transport,
  forms: Forms,
  content: SiteContent,
  find: FindPreview,
): { add(app: FastifyInstance): Promise<void> } & Pick<Pages, 'drop'> {
  const pages = openPages(site, transport, config, content, limits)
  return {
    drop: pages.drop,
    async add(app) {
      const answerPage = servePages(app, pages, forms)
      servePreviews(app, { render: site.render, pages, config, forms, find })
      // A route for each file would take a tenth of the start-up time.
      const built = new Set(readdirSync(new URL('client/assets/', root)))
      await app.register(async (files) => {
        files.addHook('onRoute', (route) => {
          route.config = { ...route.config, access: 'asset' }
        })
        await files.register(fastifyStatic, {
          root: new URL('client/', root),
          wildcard: false,
          // Icons have routes of their own, because a firm may replace them.
          globIgnore: ['assets/**', 'favicon.*', 'icon-*.png', 'apple-touch-icon.png'],
          index: false,
          dotfiles: 'ignore',
          preCompressed: true,
          cacheControl: false,
          // An unsatisfiable range would require an error response of its own.
          acceptRanges: false,
          setHeaders(reply, path) {
            // The names of these files contain a content hash.
            const lasting = path.includes('/client/assets/')
            reply.header(
              'cache-control',
              lasting ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
            )
          },
        })
        files.get<{ Params: { '*': string } }>('/assets/*', (request, reply) => {
          const name = request.params['*']
          return built.has(name) ? reply.sendFile(`assets/${name}`) : answerPage(request, reply)
        })
      })
      serveForms(app, forms, pages.answerForm)
    },
  }
}
