import { useLocation, useNavigate, useSearchParams } from 'react-router'

const parameter = 'open'

/** Lead with open details, kept in the address so that it can be linked: `?open={id}`. */
export function useOpenLead() {
  const [parameters] = useSearchParams()
  const { state } = useLocation()
  const navigate = useNavigate()

  function addressOf(id: string | null): string {
    const next = new URLSearchParams(parameters)
    if (id) next.set(parameter, id)
    else next.delete(parameter)
    return `?${next}`
  }

  return {
    openId: parameters.get(parameter),
    linkTo: (id: string) => ({
      to: addressOf(id),
      state: { openedHere: true },
      preventScrollReset: true,
    }),
    close() {
      const isOpenedHere = Boolean((state as { openedHere?: boolean } | null)?.openedHere)
      if (isOpenedHere) void navigate(-1)
      else void navigate(addressOf(null), { replace: true, preventScrollReset: true })
    },
  }
}
