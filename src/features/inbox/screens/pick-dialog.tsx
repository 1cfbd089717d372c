import { Command } from 'cmdk'
import { type ReactNode, useState } from 'react'
import { Dialog } from '#web/ui/dialog.tsx'
import { rankFolded } from '#web/ui/rank-folded.ts'
import { searchProblem } from '#web/ui/refused-input.ts'
import type { DialogState } from '#web/ui/use-dialog.ts'
import './pick-dialog.css'

type Option = { key: string; label: string; hint?: string; onPick: () => void }

/** The marked option, or the first one if it is not there any more. */
const keyOf = (marked: string, options: readonly Option[] = []) =>
  (options.find(({ key }) => key === marked) ?? options[0])?.key ?? ''

/** Lets the user choose from a short list: typing filters, arrows move, Enter chooses. */
export function PickDialog(
  props: DialogState & {
    title: string
    placeholder: string
    options: readonly Option[] | undefined
    /** Set if the server searches for the typed text and finds the options. */
    search?: { typed: string; onTyped: (typed: string) => void }
    /** Shown if there are no options. */
    children?: ReactNode
  },
) {
  const { title, placeholder, options, search, children, ...state } = props
  const [filter, setFilter] = useState('')
  const [marked, setMarked] = useState('')
  const problem = search && searchProblem(search.typed)
  return (
    <Dialog {...state} title={title} size="sm">
      <div className="pick-body">
        <Command
          label={title}
          shouldFilter={!search}
          filter={rankFolded}
          loop
          // Enter chooses the first of what the server found.
          {...(search && { value: keyOf(marked, options), onValueChange: setMarked })}
        >
          <Command.Input
            dir="auto"
            value={search?.typed ?? filter}
            onValueChange={search?.onTyped ?? setFilter}
            onFocus={(event) => event.currentTarget.select()}
            placeholder={placeholder}
            aria-label={placeholder}
            className="control size-sm"
          />
          <Command.List label={title} className="pick-options">
            {problem && (
              <p role="alert" className="command-empty">
                {problem}
              </p>
            )}
            {options && <Command.Empty className="command-empty">Nothing found.</Command.Empty>}
            {options?.map(({ key, label, hint, onPick }) => (
              <Command.Item
                key={key}
                value={search ? key : label}
                className="command-item"
                onSelect={onPick}
              >
                <span dir="auto" className="min-w-0">
                  {label}
                </span>
                {hint && (
                  <span dir="auto" className="small ml-auto text-ink-2">
                    {hint}
                  </span>
                )}
              </Command.Item>
            ))}
          </Command.List>
        </Command>
        {children}
      </div>
    </Dialog>
  )
}
