import { Bell } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Icon } from '#web/ui/icon.tsx'

type Tools = typeof import('./tools.tsx')

let loading: Promise<Tools> | undefined

/** Loads the tools after the frame. @returns null until then, or if the code cannot be loaded */
function useTools(): Tools | null {
  const [tools, setTools] = useState<Tools | null>(null)
  useEffect(() => {
    loading ??= import('./tools.tsx')
    loading.then(setTools, () => {
      loading = undefined
    })
  }, [])
  return tools
}

export function LazyBell() {
  const tools = useTools()
  if (tools) return <tools.WaitingBell />
  return (
    <span className="btn btn-quiet btn-icon size-sm">
      <Icon icon={Bell} size={20} />
    </span>
  )
}

export function LazyAwayItems() {
  const tools = useTools()
  return tools && <tools.AwayItems />
}

export function LazyConsoleAlerts() {
  const tools = useTools()
  return tools && <tools.ConsoleAlerts />
}
