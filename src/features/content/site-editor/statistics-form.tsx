import type { SiteSettings } from '#contract/settings/document.ts'
import { useFirm } from '#web/firm.ts'
import { Choice, DayField, Line, Paragraph } from './fields.tsx'
import { ListField } from './list-field.tsx'
import { useAt } from './use-at.ts'

type Figure = SiteSettings['statistics']['items'][number]

/** A random UUID. Unlike `crypto.randomUUID`, this also works without HTTPS. */
function newId(): string {
  const [first = 0, ...rest] = crypto.getRandomValues(new Uint8Array(16))
  const hex = [first, ...rest].map((byte, index) => {
    const marked = index === 6 ? (byte & 15) | 64 : index === 8 ? (byte & 63) | 128 : byte
    return marked.toString(16).padStart(2, '0')
  })
  return hex.join('').replace(/(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

const emptyFigure = (): Figure => ({
  key: newId(),
  value: '',
  label: '',
  definition: '',
  status: 'stated',
  source: null,
  asOf: null,
})

export function StatisticsForm() {
  // The notice is null while demo content is hidden.
  const { demoNotice } = useFirm()
  return (
    <ListField<Figure>
      at="items"
      legend="Figures"
      hint="Without figures, this block is hidden."
      noun="figure"
      empty={emptyFigure}
      nameOf={({ value, label, status }) =>
        `${value} ${label}`.trim() +
        (status === 'demo' && demoNotice === null ? ' (not shown)' : '')
      }
    >
      {(path) => <FigureFields at={path} />}
    </ListField>
  )
}

function FigureFields({ at }: { at: string }) {
  const { value: status } = useAt<Figure['status']>(`${at}.status`)
  return (
    <>
      <div className="form-pair">
        <Line required at={`${at}.value`} label="Value" />
        <Line required at={`${at}.label`} label="Label" />
      </div>
      <Paragraph required rows={2} at={`${at}.definition`} label="Basis" />
      <Choice
        at={`${at}.status`}
        label="Status"
        hint="A demo figure leaves the site with the demo content."
        options={[
          ['demo', 'Demo figure, marked as demo'],
          ['stated', 'Your own, with its source'],
        ]}
      />
      {status === 'stated' && (
        <div className="form-pair">
          <Line required orNull at={`${at}.source`} label="Source" />
          <DayField required at={`${at}.asOf`} label="As of" />
        </div>
      )}
    </>
  )
}
