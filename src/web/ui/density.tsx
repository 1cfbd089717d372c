import { createContext, type ReactNode, useContext } from 'react'

/** lg 48 px, md 40 px (public), sm 34 px (admin); at least 44 px on touch screens. */
export type Size = 'lg' | 'md' | 'sm'

const DensityContext = createContext<Size>('md')

/** A context, because dialogs are portalled out of the layout. */
export function Density({ size, children }: { size: Size; children: ReactNode }) {
  return <DensityContext value={size}>{children}</DensityContext>
}

export function useSize(size?: Size): Size {
  const around = useContext(DensityContext)
  return size ?? around
}
