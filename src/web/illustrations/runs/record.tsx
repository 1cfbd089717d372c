import './record.css'
import type { PrintedRecord } from './run-scripts.ts'

/** Complete in the markup; a playing run only reveals it. */
export function RunRecord({ record }: { record: PrintedRecord }) {
  return (
    <figure className="record paper">
      <figcaption className="record-title">{record.title}</figcaption>
      <ol>
        {record.lines.map((line) => (
          <li key={line.at} className="record-line">
            <span className="record-time">{line.at}</span>
            <span>
              {line.text}
              {line.by ? (
                <>
                  {' '}
                  <span className={`record-by record-by-${line.by.kind}`}>{line.by.name}</span>
                </>
              ) : null}
            </span>
          </li>
        ))}
      </ol>
    </figure>
  )
}
