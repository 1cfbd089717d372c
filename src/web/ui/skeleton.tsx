import { classNames } from './class-names.ts'

/** A grey stand-in; give it the size of what will come. Shows itself after 200 ms. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden="true" className={classNames('skeleton after-a-moment', className)} />
}

/** Table rows of the real height, for inside <tbody>. */
export function SkeletonRows({ rows, columns }: { rows: number; columns: number }) {
  return Array.from({ length: rows }, (_, row) => `row ${row}`).map((row, index) => (
    <tr key={row}>
      {Array.from({ length: columns }, (_, column) => `${row} column ${column}`).map((cell) => (
        <td key={cell}>
          <Skeleton className={index % 2 === 0 ? 'h-3.5 w-2/3' : 'h-3.5 w-1/2'} />
        </td>
      ))}
    </tr>
  ))
}
