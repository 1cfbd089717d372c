import { type ComponentProps, createElement } from 'react'

type DrawingData = { node: [element: string, attributes: Record<string, string>][] }

/**
 * Takes the place of the function of lucide-react that makes a component of the data of an icon:
 * that one serves options nobody uses here and takes 2 KB of what every page loads.
 */
export function createDrawing({ node }: DrawingData) {
  return ({ size, ...rest }: ComponentProps<'svg'> & { size?: number }) => (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      {...rest}
    >
      {node.map(([element, attributes]) => createElement(element, attributes))}
    </svg>
  )
}
