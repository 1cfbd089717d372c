import { classNames } from '#web/ui/class-names.ts'
import './automations.css'

export function CodeBox(props: { label: string; wraps?: boolean; children: string }) {
  // A region that scrolls takes the focus, so that the keyboard can scroll it.
  const region = { role: 'region', tabIndex: 0, 'aria-label': props.label }
  return (
    <pre
      className={classNames('snippet mono', props.wraps && 'snippet-wraps')}
      dir={props.wraps ? 'auto' : 'ltr'}
      translate="no"
      {...region}
    >
      {props.children}
    </pre>
  )
}
