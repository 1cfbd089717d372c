import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Button } from './button.tsx'

test('a link that looks like a button keeps what it has and gets the rest', () => {
  const html = renderToString(
    <Button asChild size="lg" className="ours" title="of the button" aria-label="of the button">
      <a href="/x" className="own" aria-label="of the link">
        Go
      </a>
    </Button>,
  )
  expect(html).toContain('class="btn btn-secondary size-lg ours own"')
  expect(html).toContain('title="of the button"')
  expect(html).toContain('aria-label="of the link"')
})

test('a child without a class of its own has that of the button', () => {
  const html = renderToString(
    <Button asChild size="sm">
      <a href="/x">Go</a>
    </Button>,
  )
  expect(html).toContain('class="btn btn-secondary size-sm"')
})
