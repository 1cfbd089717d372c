import { Fragment, type Key, type ReactNode } from 'react'
import { Link } from 'react-router'
import type { Block, Span, TextTree } from './text-tree.ts'

/**
 * `base` is prepended to addresses of this site, for feed readers. `newTab` is for previews, which
 * links should not replace.
 */
export type TextOptions = { base?: string; newTab?: boolean }

/** Positions are stable keys, because a tree never changes. */
const each = <T,>(items: readonly T[], render: (item: T, key: Key) => ReactNode) =>
  items.map((item, index) => render(item, index))

function link(address: string, words: ReactNode, options: TextOptions, key: Key) {
  const { base, newTab } = options
  const isOwn = address.startsWith('/')
  const isElsewhere = /^https?:/i.test(address)
  if (isOwn && base === undefined && !newTab && !address.includes('.')) {
    return (
      <Link key={key} to={address} className="link">
        {words}
      </Link>
    )
  }
  return (
    <a
      key={key}
      href={isOwn ? `${base ?? ''}${address}` : address}
      className={base === undefined ? 'link' : undefined}
      rel={isElsewhere ? 'noopener noreferrer' : undefined}
      target={newTab && !address.startsWith('#') ? '_blank' : undefined}
    >
      {words}
    </a>
  )
}

function spans(list: readonly Span[], options: TextOptions): ReactNode {
  return each(list, (span, key) => {
    if (typeof span === 'string') return <Fragment key={key}>{span}</Fragment>
    switch (span[0]) {
      case 'b':
        return <strong key={key}>{spans(span[1], options)}</strong>
      case 'i':
        return <em key={key}>{spans(span[1], options)}</em>
      case 'code':
        return <code key={key}>{span[1]}</code>
      case 'br':
        return <br key={key} />
      case 'a':
        return link(span[1], spans(span[2], options), options, key)
      case 'img': {
        const [, address, words, width, height, sources] = span
        return (
          <img
            key={key}
            src={`${options.base ?? ''}${address}`}
            alt={words}
            width={width}
            height={height}
            {...(options.base === undefined && {
              srcSet: sources || undefined,
              sizes: '(width < 760px) 100vw, 720px',
              loading: 'lazy',
              decoding: 'async',
            })}
          />
        )
      }
    }
  })
}

function table([, aligns, rows]: Extract<Block, readonly ['table', ...unknown[]]>, o: TextOptions) {
  const [head = [], ...body] = rows
  const alignOf = (column: number) => {
    const align = aligns[column]
    return align && align !== 'left' ? `text-table-${align}` : undefined
  }
  return (
    <table>
      <thead>
        <tr>
          {each(head, (cell, column) => (
            <th key={column} scope="col" className={alignOf(Number(column))}>
              {spans(cell, o)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {each(body, (row, index) => (
          <tr key={index}>
            {each(row, (cell, column) => (
              <td key={column} className={alignOf(Number(column))}>
                {spans(cell, o)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const headings = ['h2', 'h3', 'h4', 'h5', 'h6'] as const

function block(one: Block, options: TextOptions, key: Key): ReactNode {
  switch (one[0]) {
    case 'p':
      return <p key={key}>{spans(one[1], options)}</p>
    case 'text':
      return <Fragment key={key}>{spans(one[1], options)}</Fragment>
    case 'h': {
      const Heading = headings[one[1] - 2] ?? 'h6'
      return (
        <Heading key={key} id={options.base === undefined ? one[2] : undefined}>
          {spans(one[3], options)}
        </Heading>
      )
    }
    case 'ul':
      return <ul key={key}>{items(one[1], options)}</ul>
    case 'ol':
      return (
        <ol key={key} start={one[1] === 1 ? undefined : one[1]}>
          {items(one[2], options)}
        </ol>
      )
    case 'quote':
      return <blockquote key={key}>{blocks(one[1], options)}</blockquote>
    case 'pre':
      return (
        <pre key={key} tabIndex={options.base === undefined ? 0 : undefined}>
          <code>{one[1]}</code>
        </pre>
      )
    case 'hr':
      return <hr key={key} />
    case 'table':
      return options.base === undefined ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls sideways.
        <section key={key} className="text-table" aria-label="Table" tabIndex={0}>
          {table(one, options)}
        </section>
      ) : (
        <Fragment key={key}>{table(one, options)}</Fragment>
      )
  }
}

const items = (list: readonly TextTree[], options: TextOptions) =>
  each(list, (item, key) => <li key={key}>{blocks(item, options)}</li>)

const blocks = (tree: TextTree, options: TextOptions) =>
  each(tree, (one, key) => block(one, options, key))

/** Renders a parsed text as elements, and never through a string of HTML. */
export function PageText({ tree, ...options }: { tree: TextTree } & TextOptions) {
  return <>{blocks(tree, options)}</>
}

/**
 * Splits the text before each heading of the first level. Anything before the first heading is a
 * section of its own.
 */
export function sectionsOf(tree: TextTree): TextTree[] {
  const sections: Block[][] = []
  for (const one of tree) {
    const isHeading = one[0] === 'h' && one[1] === 2
    if (isHeading || sections.length === 0) sections.push([])
    sections.at(-1)?.push(one)
  }
  return sections
}
