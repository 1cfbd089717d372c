const days = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri']
const stages = [
  { name: 'In', y: 22 },
  { name: 'Checked', y: 76 },
  { name: 'Approved', y: 130 },
  { name: 'Paid', y: 184 },
]
const invoices = [
  { arrives: 88, checked: 168, approved: 266 },
  { arrives: 108, checked: 188, approved: 302 },
  { arrives: 128, checked: 222, approved: 338 },
  { arrives: 148, checked: 254, approved: 358 },
  { arrives: 168, checked: 276, approved: 384 },
]

/** A railway stringline chart: time runs across, stages run down, and each document is a line. */
export function Stringline() {
  return (
    <figure className="stringline">
      <figcaption className="stringline-title">Same five invoices, two weeks apart</figcaption>
      <svg
        viewBox="0 0 420 216"
        fill="none"
        role="img"
        aria-label="Before: five invoices take until Thursday and Friday, mostly waiting between stages. After: each is paid within a day."
      >
        <g className="stringline-grid">
          {days.map((day, index) => (
            <path key={day} d={`M${80 + index * 68} 12V194`} />
          ))}
          {stages.map((stage) => (
            <path key={stage.name} d={`M74 ${stage.y}H416`} />
          ))}
        </g>
        <g className="stringline-text">
          {stages.map((stage) => (
            <text key={stage.name} x="0" y={stage.y + 4}>
              {stage.name}
            </text>
          ))}
          {days.map((day, index) => (
            <text key={day} x={80 + index * 68} y="212">
              {day}
            </text>
          ))}
        </g>
        <g className="stringline-before">
          {invoices.map(({ arrives, checked, approved }, index) => (
            <path
              key={arrives}
              d={`M${arrives} 22l10 ${48 + index * 3}H${checked}l10 54H${approved}L${approved + 10} 184`}
            />
          ))}
        </g>
        <g className="stringline-after">
          {invoices.map(({ arrives }) => (
            <path key={arrives} d={`M${arrives} 22l24 162`} />
          ))}
        </g>
        <g className="stringline-text stringline-label">
          <text x="298" y="56">
            before: waiting
          </text>
          <text x="204" y="172">
            after
          </text>
        </g>
      </svg>
      <p className="stringline-note">
        Each line is one document. Flat means waiting. Illustration.
      </p>
    </figure>
  )
}
