import { type ReactNode, useId, useState } from 'react'
import { Button } from '../../../web/ui/button.tsx'
import { classNames } from '../../../web/ui/class-names.ts'

type Row = [name: string, ...values: string[]]

export function ChartFigure(props: {
  heading: string
  sentence: string
  columns: Row
  rows: Row[]
  children: ReactNode
}) {
  const { heading, sentence, columns, rows, children } = props
  const [asTable, setAsTable] = useState(false)
  const id = useId()
  const enough = rows.length > 0
  return (
    <figure className="panel chart" aria-labelledby={id}>
      <figcaption className="chart-head">
        <h2 id={id}>{heading}</h2>
        <p>{enough ? sentence : 'Not enough data yet'}</p>
      </figcaption>
      {asTable ? <ChartTable heading={heading} columns={columns} rows={rows} /> : children}
      <Button
        variant="quiet"
        className={classNames('chart-toggle no-print', !enough && 'invisible')}
        aria-pressed={asTable}
        onClick={() => setAsTable(!asTable)}
      >
        Show as table<span className="sr-only">: {heading}</span>
      </Button>
    </figure>
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
