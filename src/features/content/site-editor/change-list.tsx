import { useQuery } from '@tanstack/react-query'
import { media } from '#features/content/media/contract.ts'
import { query } from '#web/api/query.ts'
import { nameOfField, valueInWords } from './section-words.ts'
import './site.css'

type Change = { path: string; before: unknown; after: unknown }

/** A longer list would not help anybody. */
const max = 60

const namesPicture = (path: string) => /(^|\.)(logo|logoDark|icon)Id$/.test(path)

/** The name of the picture's file, which an imported picture does not have. */
function PictureName({ id }: { id: string }) {
  const { data, isError } = useQuery(query(media.show, { id }))
  return isError ? 'A deleted picture' : data?.name || 'A picture'
}

/** Lists the changes field by field. */
export function ChangeList(props: { changes: readonly Change[]; before: string; after: string }) {
  const { changes } = props
  const side = (name: string, value: unknown, path: string) => {
    const text = valueInWords(value)
    return (
      <div className="min-w-0">
        <dt className="field-hint">{name}</dt>
        <dd dir="auto" className={text ? 'whitespace-pre-line wrap-anywhere' : 'text-ink-2'}>
          {text && namesPicture(path) ? <PictureName id={text} /> : text || 'Empty'}
        </dd>
      </div>
    )
  }
  return (
    <ul className="site-changes">
      {changes.slice(0, max).map(({ path, before, after }) => (
        <li key={path}>
          <p className="font-medium">{nameOfField(path)}</p>
          <dl>
            {side(props.before, before, path)}
            {side(props.after, after, path)}
          </dl>
        </li>
      ))}
      {changes.length > max && (
        <li className="text-ink-2">and {(changes.length - max).toLocaleString()} more changes</li>
      )}
    </ul>
  )
}
