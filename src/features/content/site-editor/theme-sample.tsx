import { useQuery } from '@tanstack/react-query'
import type { Output } from '#contract/endpoint.ts'
import type { SiteSettings } from '#contract/settings/document.ts'
import { media } from '#features/content/media/contract.ts'
import { query } from '#web/api/query.ts'

type Picture = Output<typeof media.show>
type Tokens = Record<string, string>
type Logos = Pick<SiteSettings['appearance'], 'logoId' | 'logoDarkId' | 'logoPlate'>

const usePicture = (id: string | null) =>
  useQuery({ ...query(media.show, { id: id ?? '' }), enabled: id !== null }).data

/** The variant for the header of a logo, or the square one of an icon. A logo may have both. */
function shownIn({ variants, ...master }: Picture) {
  const made = (name: string) => variants.find(({ variant }) => variant === name)
  return made('2x') ?? made('icon-48') ?? master
}

export function Thumbnail({ picture, alt }: { picture: Picture; alt: string }) {
  const { url, width, height } = shownIn(picture)
  const scale = Math.min(1, 40 / height)
  return (
    <img
      src={url}
      width={Math.round(width * scale)}
      height={Math.round(height * scale)}
      alt={alt}
      className="site-thumbnail"
    />
  )
}

const linear = (part: number) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)

/** Relative luminance of a color such as `#2e7d32`, as defined by WCAG 2.2. */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) =>
    linear(Number.parseInt(hex.slice(at, at + 2), 16) / 255),
  )
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: string, other: string): string {
  const [lower = 0, higher = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return `${((higher + 0.05) / (lower + 0.05)).toFixed(1)}:1`
}

const pairs = [
  ['on-primary', 'primary', 'Button'],
  ['link', 'bg', 'Link'],
  ['on-canary', 'canary', 'Workflow'],
  ['on-rose', 'rose', 'Person'],
  ['ink', 'bg', 'Text'],
] as const

/** Both themes side by side. */
export function ThemeSamples(props: Logos & { light: Tokens; dark: Tokens }) {
  const { light, dark, logoId, logoDarkId, logoPlate } = props
  const logo = usePicture(logoId)
  const ownDark = usePicture(logoId && logoDarkId)
  return (
    <div className="form-pair">
      <Theme name="Light theme" tokens={light} logo={logoId ? logo : undefined} />
      <Theme
        name="Dark theme"
        tokens={dark}
        logo={logoId ? (ownDark ?? logo) : undefined}
        plate={logoPlate && !ownDark}
      />
    </div>
  )
}

const width = 240
const row = 32

function Theme(props: {
  name: string
  tokens: Tokens
  logo: Picture | undefined
  plate?: boolean
}) {
  const { name, tokens, logo } = props
  const shown = pairs.flatMap(([over, under, label]) => {
    const [front, back] = [tokens[over], tokens[under]]
    return front && back ? [{ front, back, label }] : []
  })
  const top = logo ? 48 : 0
  const words = shown.map(({ front, back, label }) => `${label} ${contrast(front, back)}`)
  return (
    <figure>
      <figcaption className="field-hint mb-1">{name}</figcaption>
      <svg
        viewBox={`0 0 ${width} ${top + shown.length * row}`}
        width="100%"
        role="img"
        aria-label={[...(logo ? ['Logo'] : []), ...words].join(', ')}
        className="rounded-control border border-rule"
      >
        {logo && (
          <>
            <rect width={width} height={top} fill={tokens.bg} />
            <LogoOn logo={logo} plate={props.plate ? tokens.paper : undefined} />
          </>
        )}
        {shown.map(({ front, back, label }, index) => (
          <g key={label} transform={`translate(0 ${top + index * row})`}>
            <rect width={width} height={row} fill={back} />
            <text x="12" y="21" fill={front} fontSize="13" fontWeight="600">
              {label}
            </text>
            <text x={width - 12} y="21" fill={front} fontSize="13" textAnchor="end">
              {contrast(front, back)}
            </text>
          </g>
        ))}
      </svg>
    </figure>
  )
}

/** A logo as the header of the site shows it. */
function LogoOn({ logo, plate }: { logo: Picture; plate: string | undefined }) {
  const { url, ...size } = shownIn(logo)
  const scale = Math.min(28 / size.height, (width - 36) / size.width)
  const [wide, high] = [size.width * scale, size.height * scale]
  const y = (48 - high) / 2
  return (
    <>
      {plate && <rect x="8" y={y - 4} width={wide + 12} height={high + 8} rx="4" fill={plate} />}
      <image href={url} x={plate ? 14 : 12} y={y} width={wide} height={high} />
    </>
  )
}
