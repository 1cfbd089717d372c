import { type LucideIcon, Paperclip, Sun } from 'lucide-react'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import createDrawing from './drawing.tsx'

type Data = Parameters<typeof createDrawing>[0]
const dataOf = async (name: string) =>
  ((await import(`lucide-react/dist/esm/icons/${name}.mjs`)) as { __iconData: Data }).__iconData

/** All elements with their attributes sorted, so that the order does not matter. */
const drawn = (html: string) =>
  [...html.matchAll(/<(\w+)([^>]*)>/g)].map(([, element, attributes = '']) => [
    element,
    [...attributes.matchAll(/[\w-]+="[^"]*"/gi)].map(String).sort(),
  ])

test.each<[string, LucideIcon]>([
  ['sun', Sun],
  ['paperclip', Paperclip],
])('%s is drawn as its package draws it, but for what nothing reads', async (name, Original) => {
  const Drawing = createDrawing(await dataOf(name))
  const props = { size: 20, strokeWidth: 1.75, 'aria-hidden': true, className: 'ours' } as const
  const original = renderToString(<Original {...props} />)
    .replace(' xmlns="http://www.w3.org/2000/svg"', '')
    .replace(`lucide lucide-${name} `, '')
  expect(drawn(renderToString(<Drawing {...props} />))).toEqual(drawn(original))
})
