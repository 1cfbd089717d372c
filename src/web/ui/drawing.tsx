import { type ComponentProps, createElement } from 'react'

type DrawingData = { node: [element: string, attributes: Record<string, string>][] }

/**
 * Replaces the function of lucide-react that creates an icon component: that one has options not
 * used here and adds 2 KB to every page.
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
