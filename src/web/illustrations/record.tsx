import { useFirm } from '../firm.ts'
import type { PrintedRecord } from './journey.ts'

/** The record is complete in the markup; a playing journey only reveals it. */
export function JourneyRecord({ record: { recordOf, lines } }: { record: PrintedRecord }) {
  const { name, recordName = name } = useFirm()
  return (
    <figure className="record paper">
      <figcaption className="record-title">{`${recordName} for ${recordOf}`}</figcaption>
      <ol>
        {lines.map(([at, text, by]) => (
          <li key={at} className="record-line">
            <span className="record-time">{at}</span>
            <span>
              {text}
              {by && ' '}
              {by && (
                <span className={`record-by record-by-${by === 'workflow' ? by : 'person'}`}>
                  {by}
                </span>
              )}
            </span>
          </li>
        ))}
      </ol>
    </figure>
  )
}
