import type { Look } from '#contract/settings/look.ts'

const letterIcon = ({ text, ground, ink }: NonNullable<Look['letter']>) =>
  `data:image/svg+xml,${encodeURIComponent(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="6" fill="${ground}"/><text x="16" y="23" text-anchor="middle" font-family="sans-serif" font-weight="700" font-size="20" fill="${ink}">${text}</text></svg>`,
  )}`

const touchIcon = <link rel="apple-touch-icon" href="/apple-touch-icon.png" />

export function IconLinks({ icons, letter }: Look) {
  if (!icons) {
    return (
      <>
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="icon" href="/favicon.ico" sizes="32x32" />
        {touchIcon}
      </>
    )
  }
  if (letter && icons.length === 0) {
    return (
      <>
        <link rel="icon" href={letterIcon(letter)} type="image/svg+xml" />
        {touchIcon}
      </>
    )
  }
  return icons
    .filter(({ isMaskable, side }) => !isMaskable && side <= 192)
    .map(({ side, src }) => (
      <link
        key={src}
        rel={side === 180 ? 'apple-touch-icon' : 'icon'}
        href={src}
        sizes={`${side}x${side}`}
      />
    ))
}
