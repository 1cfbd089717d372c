import { Link } from 'react-router'
import { brand, type SocialLink } from '../../brand.ts'

/** Canary sheet with its perforation, and the name, which is hidden where there is no room. */
export function Logo({ onClick }: { onClick?: () => void }) {
  return (
    <Link to="/" className="logo" aria-label={`${brand.name}, home`} onClick={onClick}>
      <svg viewBox="0 0 28 28" width="28" height="28" fill="none" aria-hidden="true">
        <path className="logo-sheet" d="M2.5 2.5H19l6.5 6.5V25.5h-23Z" />
        <path className="logo-holes" d="M10.5 6.5v15.5" />
      </svg>
      <span className="logo-word">{brand.name}</span>
    </Link>
  )
}

const drawings: Record<SocialLink['mark'], string> = {
  linkedin:
    'M20.4 20.5h-3.5v-5.6c0-1.3 0-3-1.9-3s-2.1 1.4-2.1 2.9v5.7H9.4V9h3.4v1.6c.5-.9 1.6-1.9 3.4-1.9 3.6 0 4.3 2.4 4.3 5.5zM5.3 7.4a2 2 0 1 1 0-4.1 2 2 0 0 1 0 4.1zM7.1 20.5H3.6V9h3.5zM22.2 0H1.8C.8 0 0 .8 0 1.7v20.6c0 .9.8 1.7 1.8 1.7h20.4c1 0 1.8-.8 1.8-1.7V1.7c0-.9-.8-1.7-1.8-1.7z',
  twitter:
    'M18.244 2.25h3.308l-7.227 8.26 8.502 11.24H16.17l-5.214-6.817L4.99 21.75H1.68l7.73-8.835L1.254 2.25H8.08l4.713 6.231zm-1.161 17.52h1.833L7.084 4.126H5.117z',
  email:
    'M2 4h20a2 2 0 0 1 2 2v12a2 2 0 0 1-2 2H2a2 2 0 0 1-2-2V6c0-1.1.9-2 2-2zm.5 2.2V17.8h19V6.2L12 13.2zm2.7 0L12 11.2l6.8-5z',
}

/** Drawn here because lucide has no company marks. The control carries the accessible name. */
export function SocialMark({ mark }: { mark: SocialLink['mark'] }) {
  return (
    <svg viewBox="0 0 24 24" width="18" height="18" fill="currentColor" aria-hidden="true">
      <path fillRule="evenodd" d={drawings[mark]} />
    </svg>
  )
}
