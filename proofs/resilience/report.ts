/** Prints one line of a proof: whether the guarantee held, and what was done how often. */
export type Report = (isSound: boolean, text: string) => void

/** Reports a proof that this machine cannot run. */
export const notRun = (text: string) => console.log(`NOT RUN  ${text}`)

/** Prints each line at once. `end` sets the exit code, which is 1 when a guarantee did not hold. */
export function openReport(): { report: Report; end(): void } {
  const results: boolean[] = []
  return {
    report(isSound, text) {
      results.push(isSound)
      console.log(`${isSound ? 'SOUND' : 'BROKEN'}  ${text}`)
    },
    end() {
      process.exitCode = results.every(Boolean) ? 0 : 1
    },
  }
}

export const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`
