import { useOnline } from '../../../web/ui/browser-state.ts'

export function OfflineBar() {
  const online = useOnline()
  return (
    <div role="status">
      {!online && (
        <p className="workspace-offline">
          You are offline. What you see stays here; changes can be saved once you are back.
        </p>
      )}
    </div>
  )
}
