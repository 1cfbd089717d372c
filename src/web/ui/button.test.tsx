import { Trash2 } from 'lucide-react'
import { renderToString } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { Button, ButtonLink } from './button.tsx'

test('a link that looks like a button has its own attributes', () => {
  const html = renderToString(
    <ButtonLink href="/x" size="lg" className="ours" title="of the link">
      Go
    </ButtonLink>,
  )
  expect(html).toMatch(/^<a(?=.* href="\/x")(?=.* title="of the link").*>Go<\/a>$/)
  expect(html).toContain('class="btn btn-secondary size-lg ours"')
})

test('a link within the product goes through the router', () => {
  const html = renderToString(
    <MemoryRouter>
      <ButtonLink to="/admin?tab=a">Go</ButtonLink>
    </MemoryRouter>,
  )
  expect(html).toMatch(/^<a(?=.* href="\/admin\?tab=a").*>Go<\/a>$/)
})

test('an icon stands before the label, and alone makes the button square', () => {
  expect(renderToString(<Button icon={Trash2}>Delete</Button>)).toMatch(/<\/svg>Delete<\/button>$/)
  expect(renderToString(<Button icon={Trash2} aria-label="Delete" />)).toContain(
    'class="btn btn-secondary size-md btn-icon"',
  )
})
