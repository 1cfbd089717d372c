import type { ReactNode } from 'react'
import { Link } from 'react-router'

/** The way to a record: the back-office, the link to its list, and its name. */
export function Breadcrumb({ list, name }: { list: ReactNode; name: string }) {
  return (
    <nav aria-label="Breadcrumb">
      <ol className="breadcrumb">
        <li>
          <Link className="link" to="/admin">
            Admin
          </Link>
        </li>
        <li>{list}</li>
        <li aria-current="page" dir="auto" className="min-w-0 truncate">
          {name}
        </li>
      </ol>
    </nav>
  )
}
