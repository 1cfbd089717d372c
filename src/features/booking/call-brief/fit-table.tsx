import type { Brief } from './contract.ts'

export function Fit({ fit: { lines, points, of, verdict } }: { fit: Brief['fit'] }) {
  return (
    <section aria-labelledby="brief-fit">
      <h2 id="brief-fit">
        {verdict}
        {of > 0 && (
          <span className="brief-sum">
            {points} of {of}
          </span>
        )}
      </h2>
      <table className="brief-fit">
        <tbody>
          {lines.map(({ rule, answer, points: own, of: max }) => (
            <tr key={rule}>
              <th scope="row">{rule}</th>
              <td dir="auto">{answer || 'Not said'}</td>
              <td>{own === null ? 'unknown' : `${own} of ${max}`}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
