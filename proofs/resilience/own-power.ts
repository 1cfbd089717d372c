import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

/** A separate file system that can simulate a power cut. */
export type Disk = Disposable & {
  directory: string
  /** From now on, the file system writes nothing, neither buffered data nor its journal. */
  cutPower(): void
  /** Mounts the file system again with what had reached the disk. */
  comeBack(): Promise<void>
}

/** FS_IOC_SHUTDOWN without flushing the journal, as in the tests of Linux' file systems. */
const shutdown = `import fcntl, os, struct, sys
fcntl.ioctl(os.open(sys.argv[1], os.O_RDONLY), 0x8004587D, struct.pack('I', 2))`

/** Undefined where this machine allows no mounts or lacks the required programs. */
export function newDisk(kind: 'ext4' | 'xfs'): Disk | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'counterfoil-disk-'))
  const image = join(folder, 'image')
  const directory = join(folder, 'mounted')
  const mount = () => execFileSync('mount', ['-o', 'loop', image, directory], { stdio: 'ignore' })
  const unmount = async () => {
    // The last of the killed processes may still be exiting.
    for (let tries = 0; tries < 100; tries++) {
      if (spawnSync('umount', [directory]).status === 0) return
      await wait(50)
    }
    throw new Error(`${directory} is still in use`)
  }
  try {
    execFileSync('python3', ['-c', 'import fcntl'])
    mkdirSync(directory)
    writeFileSync(image, '')
    truncateSync(image, 512 * 1024 ** 2)
    execFileSync(`mkfs.${kind}`, [kind === 'xfs' ? '-fq' : '-Fq', image], { stdio: 'ignore' })
    mount()
  } catch {
    rmSync(folder, { recursive: true, force: true })
    return undefined
  }
  return {
    directory,
    cutPower() {
      execFileSync('python3', ['-c', shutdown, directory])
    },
    async comeBack() {
      await unmount()
      mount()
    },
    [Symbol.dispose]() {
      if (existsSync(directory)) spawnSync('umount', ['-l', directory])
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
