import type { Look } from '#contract/settings/look.ts'
import { siteContext } from '#web/api/site-context.ts'
import { frameColors } from '#web/ui/theme.ts'
import type { Route } from './+types/web-manifest.ts'

const icon = (side: number, src: string, purpose?: 'maskable') => ({
  src,
  sizes: `${side}x${side}`,
  type: 'image/png',
  purpose,
})

const usualIcons = [
  icon(192, '/icon-192.png'),
  icon(512, '/icon-512.png'),
  icon(512, '/icon-maskable-512.png', 'maskable'),
]

const ownIcons = (icons: NonNullable<Look['icons']>) =>
  icons
    .filter(({ side }) => side >= 192)
    .map(({ side, src, isMaskable }) => icon(side, src, isMaskable ? 'maskable' : undefined))

export function loader({ context }: Route.LoaderArgs) {
  const { settings, look } = context.get(siteContext)
  const { firm } = settings
  const color = look?.frame?.light ?? frameColors.light
  const manifest = {
    name: firm.name,
    short_name: firm.name,
    description: firm.tagline,
    start_url: '/',
    display: 'browser',
    background_color: color,
    theme_color: color,
    icons: look?.icons?.length ? ownIcons(look.icons) : usualIcons,
  }
  return new Response(JSON.stringify(manifest), {
    headers: { 'content-type': 'application/manifest+json; charset=utf-8' },
  })
}
