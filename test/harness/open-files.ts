import { readdirSync, readlinkSync } from 'node:fs'

/** Paths below a folder that this process has open; includes removed files. */
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
