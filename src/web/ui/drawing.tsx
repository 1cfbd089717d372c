import { type ComponentProps, createElement, Fragment } from 'react'

type DrawingData = { node: [element: string, attributes: Record<string, string>][] }

/**
 * In place of `createLucideIcon`, whose unused options add 1 KB to every page: vite.config.ts.
 */
export default function createDrawing({ node }: DrawingData) {
  // One by one, so that they need no keys.
  const children = createElement(
    Fragment,
    null,
    ...node.map(([element, attributes]) => createElement(element, attributes)),
  )
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
      {children}
    </svg>
  )
}
