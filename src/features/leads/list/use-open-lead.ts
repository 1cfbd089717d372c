import { useLocation, useNavigate, useSearchParams } from 'react-router'

const parameter = 'open'

/** Which lead's details are open, kept in the address so that a lead has one: `?open={id}`. */
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
    /** Props of a link that opens a lead's details. */
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
