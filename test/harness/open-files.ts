import { readdirSync, readlinkSync } from 'node:fs'

/** Lists paths below a folder that this process has open, including removed files. */
export function openFilesIn(folder: string): string[] {
  const targets = readdirSync('/proc/self/fd').map((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`)
    } catch {
      return ''
    }
  })
  return targets.filter((target) => target.startsWith(`${folder}/`))
}
