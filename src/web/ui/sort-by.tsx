import { ArrowDown, ArrowUp } from 'lucide-react'
import { Button } from './button.tsx'
import { Select } from './inputs.tsx'

export type SortOrder = { column: string; direction: 'ascending' | 'descending' }

type Sortable = { key: string; label: string; sortable?: boolean }

/** Controls the order of a list that is too narrow for a table with sortable headers. */
export function SortBy(props: {
  columns: readonly Sortable[]
  order: SortOrder
  onOrder: (column: string) => void
}) {
  const { columns, order, onOrder } = props
  const rises = order.direction === 'ascending'
  return (
    <div className="flex items-center gap-1">
      <Select
        aria-label="Sort by"
        value={order.column}
        onChange={({ currentTarget }) => onOrder(currentTarget.value)}
      >
        {columns
          .filter(({ sortable }) => sortable)
          .map(({ key, label }) => (
            <option key={key} value={key}>
              By {label.toLowerCase()}
            </option>
          ))}
      </Select>
      <Button
        variant="quiet"
        icon={rises ? ArrowUp : ArrowDown}
        aria-label={rises ? 'Ascending. Reverse the order' : 'Descending. Reverse the order'}
        title="Reverse the order"
        onClick={() => onOrder(order.column)}
      />
    </div>
  )
}
