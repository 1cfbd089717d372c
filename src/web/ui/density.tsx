import { createContext, type ReactNode, useContext } from 'react'

/**
 * lg is 48 px high, md 40 px (public) and sm 34 px (back-office). Touch screens get at least 44 px.
 */
export type Size = 'lg' | 'md' | 'sm'

const DensityContext = createContext<Size>('md')

/** Uses a context, because portals render dialogs outside of the layout. */
export function Density({ size, children }: { size: Size; children: ReactNode }) {
  return <DensityContext value={size}>{children}</DensityContext>
}

export function useSize(size?: Size): Size {
  const around = useContext(DensityContext)
  return size ?? around
}
