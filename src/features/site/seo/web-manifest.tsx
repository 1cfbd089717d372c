import { brand } from '../../../brand.ts'
import { frameColours } from '../../../web/ui/theme.ts'

const icon = (size: number) => ({
  src: `/icon-${size}.png`,
  sizes: `${size}x${size}`,
  type: 'image/png',
})

export function loader() {
  const manifest = {
    name: brand.name,
    short_name: brand.name,
    description: brand.tagline,
    start_url: '/',
    display: 'browser',
    background_color: frameColours.light,
    theme_color: frameColours.light,
    icons: [
      icon(192),
      icon(512),
      { ...icon(512), src: '/icon-maskable-512.png', purpose: 'maskable' },
    ],
  }
  return new Response(JSON.stringify(manifest), {
    headers: { 'content-type': 'application/manifest+json; charset=utf-8' },
  })
}
