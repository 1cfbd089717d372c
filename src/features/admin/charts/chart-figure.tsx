import { type ReactNode, useId, useState } from 'react'
import { Link } from 'react-router'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import type { Part } from './words.ts'

type Row = [name: string, ...values: string[]]

/** Width of all charts, in units of their view box. */
export const width = 400

/** A chart that can also be shown as a table. Both stay empty until there is `enough` data. */
export function ChartFigure(props: {
  heading: string
  sentence: readonly Part[]
  enough: boolean
  /** Shown while there is too little data. */
  tooFew?: string
  columns: Row
  rows: Row[]
  /** Accessible name of the chart. */
  label: string
  /** Legend of the hatching, for charts that do not label it themselves. */
  legend?: string | false
  height: number
  children: ReactNode
}) {
  const { heading, sentence, enough, tooFew, columns, rows, label, legend, height } = props
  const [asTable, setAsTable] = useState(false)
  const id = useId()
  return (
    <figure className="panel chart" aria-labelledby={id}>
      <figcaption className="chart-head">
        <h2 id={id}>{heading}</h2>
        <p>{enough ? <Sentence parts={sentence} /> : (tooFew ?? 'Not enough data yet')}</p>
      </figcaption>
      {asTable ? (
        <ChartTable heading={heading} columns={columns} rows={enough ? rows : []} />
      ) : (
        <svg
          viewBox={`0 0 ${width} ${height}`}
          className="chart-drawing"
          role="img"
          aria-label={label}
        >
          {props.children}
        </svg>
      )}
      {legend && !asTable && <p className="chart-legend">{legend}</p>}
      <Button
        variant="quiet"
        className={classNames('chart-toggle no-print', !enough && 'invisible')}
        aria-pressed={asTable}
        onClick={() => setAsTable(!asTable)}
      >
        Show as Table<span className="sr-only">: {heading}</span>
      </Button>
    </figure>
  )
}

function Sentence({ parts }: { parts: readonly Part[] }) {
  return parts.map((part) =>
    typeof part === 'string' ? (
      part
    ) : (
      <Link key={part.to} to={part.to} className="link">
        {part.text}
      </Link>
    ),
  )
}

/**
 * The hatching of set-apart data. Each chart has its own copy, because the table may replace
 * another chart that defines it.
 */
export function Hatch({ id }: { id: string }) {
  return (
    <defs>
      <pattern
        id={id}
        width="7"
        height="7"
        patternUnits="userSpaceOnUse"
        patternTransform="rotate(45)"
      >
        <path className="chart-hatch" d="M0 0V7" />
      </pattern>
    </defs>
  )
}

function ChartTable({ heading, columns, rows }: { heading: string; columns: Row; rows: Row[] }) {
  return (
    <table className="table chart-table">
      <caption className="sr-only">{heading}</caption>
      <thead>
        <tr>
          {columns.map((name, index) => (
            <th key={name} scope="col" className={index > 0 ? 'numeric' : undefined}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([name, ...values]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            {values.map((value, index) => (
              <td key={columns[index + 1]} className="numeric">
                {value}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
