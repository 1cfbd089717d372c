import { Link } from 'react-router'

export function meta() {
  return [{ title: 'Page Not Found' }, { name: 'robots', content: 'noindex' }]
}

export default function UnknownPage() {
  return (
    <div className="py-10">
      <h1 className="h3">404 Page Not Found</h1>
      <p className="mt-3">
        There is nothing at this address.{' '}
        <Link className="link" to="/admin">
          Go to the dashboard
        </Link>
      </p>
      <p className="small mt-6 text-ink-2">Did you forget to add the page to the router?</p>
    </div>
  )
}
